import { appendFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { logEnd, readEnd } from './mongod-log.ts'

const line = (entry: object) => `${JSON.stringify({ t: { $date: '2026-11-24T11:18:17.377+00:00' }, ...entry })}\n`

const abort = [
  { s: 'F', c: 'ASSERT', id: 23090, msg: '\n\n***aborting after fassert() failure\n\n' },
  { s: 'F', c: 'CONTROL', id: 6384300, msg: 'Writing fatal message', attr: { message: 'Got signal: 6 (Aborted).\n' } },
]

async function reasonsOf(...entries: object[]): Promise<string[]> {
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'mongod.log')
  await writeFile(path, [...entries, ...abort].map(line).join(''))
  return (await readEnd(path, 0)).reasons
}

test('the lines of a failed assertion are the reasons, each once', async () => {
  const place = { file: 'src/mongo/transport/transport_layer_asio.cpp', line: 1253 }

  expect(
    await reasonsOf(
      { s: 'I', c: 'STORAGE', id: 22315, msg: 'Opening WiredTiger', attr: { config: 'create' } },
      { s: 'F', c: 'NETWORK', id: 31339, msg: 'Error listening', attr: { error: 'Address already in use' } },
      { s: 'F', c: 'NETWORK', id: 31339, msg: 'Error listening', attr: { error: 'Address already in use' } },
      { s: 'F', c: 'ASSERT', id: 23089, msg: 'Fatal assertion', attr: { msgid: 31339, ...place } },
    ),
  ).toEqual([
    'Error listening (Address already in use)',
    'Fatal assertion (31339, src/mongo/transport/transport_layer_asio.cpp:1253)',
  ])
})

test('of an error of the storage engine its kind is a reason, never the bytes that it quotes', async () => {
  const message = { msg: '{0: 4096}: (chunk 1 of 4): 53 65 63 72 65 74', error_str: 'No space left on device' }

  expect(
    await reasonsOf({ s: 'E', c: 'WT', id: 22435, msg: 'WiredTiger error', attr: { error: 28, message } }),
  ).toEqual(['No space left on device'])
})

test('a document that an error quotes is left out', async () => {
  const error = 'DuplicateKey: E11000 duplicate key, dup key: { code: "482913" }'

  expect(await reasonsOf({ s: 'F', c: 'REPL', id: 21238, msg: 'Failed to apply', attr: { error } })).toEqual([
    'Failed to apply (DuplicateKey: E11000 duplicate key, dup key:)',
  ])
})

test('what an earlier start wrote is no reason of this one’s end', async () => {
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'mongod.log')
  await writeFile(path, line({ s: 'F', id: 31339, msg: 'Error listening', attr: { error: 'DBPathInUse' } }))
  const from = await logEnd(path)
  await appendFile(path, line({ s: 'F', id: 50944, msg: 'Please read the documentation' }))

  expect(await readEnd(path, from)).toEqual({
    cannotListen: false,
    isDataInUse: false,
    reasons: ['Please read the documentation'],
  })
})

test('without a log there is no reason', async () => {
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'mongod.log')

  expect(await readEnd(path, await logEnd(path))).toEqual({ cannotListen: false, isDataInUse: false, reasons: [] })
})
