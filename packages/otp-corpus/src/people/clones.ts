import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const maxFileBytes = 64 * 1024 * 1024

/** Clones of repositories, bare or not, each named `owner+name`, in a folder. Each file is read once. */
export class Clones {
  readonly #folder: string
  readonly #files = new Map<string, string>()

  constructor(folder: string) {
    this.#folder = folder
  }

  has(repository: string): boolean {
    return existsSync(this.#gitFolder(repository))
  }

  /** @throws Error where the clone lacks the commit or the file */
  readFile(repository: string, commit: string, path: string): string {
    const name = `${repository} ${path}`
    const text = this.#files.get(name) ?? this.#show(repository, `${commit}:${path}`)
    this.#files.set(name, text)
    return text
  }

  #show(repository: string, object: string): string {
    try {
      return execFileSync('git', ['--git-dir', this.#gitFolder(repository), 'show', object], {
        encoding: 'utf8',
        maxBuffer: maxFileBytes,
        stdio: ['ignore', 'pipe', 'ignore'],
      })
    } catch {
      throw new Error(`${repository} has no ${object}`)
    }
  }

  #gitFolder(repository: string): string {
    const clone = join(this.#folder, repository.replace('/', '+'))
    const inner = join(clone, '.git')
    return existsSync(inner) ? inner : clone
  }
}
