import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Writes a shell script that can be run under this path; the answer is the path. */
export async function fakeProgram(path: string, script: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  return path
}

/** A mongod that does nothing but tell its version. */
export const fakeMongod = (path: string, version: string) => fakeProgram(path, `echo "db version v${version}"`)
