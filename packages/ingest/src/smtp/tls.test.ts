import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '@inlet/runtime'
import { waitFor } from '@inlet/testkit'
import { expect, test } from 'vitest'
import { secureContextOf, type TlsMaterial, tlsMaterial, watchTlsFiles } from './tls.ts'

async function startWatch() {
  const folder = await mkdtemp(join(tmpdir(), 'inlet-tls-'))
  const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  const current = await tlsMaterial('mx.test', {})
  const put = async ({ cert, key }: TlsMaterial) => {
    await writeFile(certFile, cert)
    await writeFile(keyFile, key, { mode: 0o600 })
  }
  await put(current)
  const lines: string[] = []
  const used: TlsMaterial[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  const watch = watchTlsFiles(
    { certFile, keyFile },
    {
      log,
      current,
      everyMs: 5,
      renew(material) {
        secureContextOf(material)
        used.push(material)
      },
    },
  )
  return {
    put,
    used,
    warnings: () => lines.filter((line) => line.includes('renewed certificate cannot be used')),
    async [Symbol.asyncDispose]() {
      await watch.stop()
      await rm(folder, { recursive: true })
    },
  }
}

test('a renewed pair is applied, once', async () => {
  await using watched = await startWatch()
  const [one, two] = [await tlsMaterial('mx.test', {}), await tlsMaterial('mx.test', {})]

  await watched.put(one)
  await waitFor(() => watched.used.at(-1)?.key === one.key)
  await watched.put(two)
  await waitFor(() => watched.used.at(-1)?.key === two.key)

  expect(watched.used).toEqual([one, two])
})

test('a broken pair is logged once and not applied, and a good one after it is applied', async () => {
  await using watched = await startWatch()
  const good = await tlsMaterial('mx.test', {})

  await watched.put({ cert: good.cert, key: 'no key' })
  await waitFor(() => watched.warnings().some((line) => line.includes('certFile')))
  await watched.put(good)
  await waitFor(() => watched.used.length > 0)

  expect(watched.used).toEqual([good])
  expect(watched.warnings().join()).not.toContain('no key')
})
