import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Writes an executable shell script. @returns its path */
export async function fakeProgram(path: string, script: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  return path
}

/** Writes a mongod that only prints its version. */
export const fakeMongod = (path: string, version: string) => fakeProgram(path, `echo "db version v${version}"`)
