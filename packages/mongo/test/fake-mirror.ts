import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type ArchiveSums, archiveSums, downloadVersion } from '../src/binary/archive-sums.ts'
import { fakeMongod } from './fake-program.ts'

/**
 * A download site on loopback that serves one small archive for every path; `requests` are the requested paths, `sums`
 * the archive's sum under all names.
 */
export type FakeMirror = AsyncDisposable & { url: string; requests: string[]; sums: ArchiveSums }

/** Starts the site; the archive is made in `folder`. */
export async function fakeMirror(folder: string): Promise<FakeMirror> {
  const archive = await makeArchive(folder)
  const sum = createHash('sha256').update(archive).digest('hex')
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(request.url ?? '')
    response.writeHead(200, { 'content-length': archive.length, connection: 'close' }).end(archive)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The site has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    sums: Object.fromEntries(Object.keys(archiveSums).map((name) => [name, sum])),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

async function makeArchive(folder: string): Promise<Buffer> {
  const root = join(folder, 'archive')
  await mkdir(root, { recursive: true })
  await fakeMongod(join(root, 'mongodb', 'bin', 'mongod'), downloadVersion)
  const path = join(folder, 'archive.tgz')
  await promisify(execFile)('tar', ['-czf', path, '-C', root, 'mongodb'])
  return await readFile(path)
}
