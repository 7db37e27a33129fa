import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { createMailParser, MailParser } from '@inlet/mail'

const checkout = new URL('../../../../', import.meta.url)
const git = (...args: string[]): Buffer =>
  execFileSync('git', args, { cwd: checkout, maxBuffer: 256 * 1024 * 1024, stdio: ['ignore', 'pipe', 'pipe'] })

/** The full hash of a commit. @throws Error where git knows none of that name */
export const commitOf = (name: string): string =>
  git('rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`).toString().trim()

/**
 * The mail parser of an older commit, which stands in a folder for temporary files until it is disposed of. It uses the installed
 * packages, and of the project's packages all but `mail` as they are now.
 * @throws Error where that commit has no such parser, or none that works with them
 */
export async function olderParser(commit: string): Promise<{ parseMail: MailParser } & Disposable> {
  const folder = mkdtempSync(join(tmpdir(), 'inlet-older-'))
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  try {
    const archive = git('archive', '--format=tar', commit, 'packages/mail/package.json', 'packages/mail/src')
    execFileSync('tar', ['-x', '-C', folder], { input: archive })
    symlinkSync(new URL('node_modules', checkout), join(folder, 'node_modules'))
    const file = pathToFileURL(join(folder, 'packages/mail/src/index.ts')).href
    const older: { createMailParser: typeof createMailParser } = await import(file)
    return { parseMail: older.createMailParser(), [Symbol.dispose]: remove }
  } catch (error) {
    remove()
    throw error
  }
}
