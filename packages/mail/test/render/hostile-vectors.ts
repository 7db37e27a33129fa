import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A piece of hostile HTML: it would call `hit(n)`, or load something from `v<n>.attacker.example`. */
export interface HostileVector {
  n: number
  /** The file that it is from. */
  file: string
  html: string
}

const folder = join(import.meta.dirname, 'hostile')
const files = globSync('*.txt', { cwd: folder }).sort()

const filled = (html: string, n: number): string =>
  html
    .replace(/\n$/, '')
    .replaceAll('{n}', `${n}`)
    .replaceAll(/\{x([\da-f]{2})\}/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/** In the files a line `---` begins each vector, `{n}` is its number and `{x00}` a control character. */
export const hostileVectors: readonly HostileVector[] = files
  .flatMap((file) =>
    readFileSync(join(folder, file), 'utf8')
      .split(/^---\n/m)
      .slice(1)
      .map((html) => ({ file, html })),
  )
  .map(({ file, html }, n) => ({ n, file, html: filled(html, n) }))
