import { globSync } from 'node:fs'
import { findOverlinear, growthTimeoutMs } from '@inlet/testkit'
import { expect, test, vi } from 'vitest'
import { signedFields } from './authentication/authenticate-mail.ts'
import { canonicalBody } from './authentication/canonical-body.ts'
import { publicClient } from './authentication/mail-authenticator.ts'
import { findMailHead } from './authentication/mail-head.ts'
import { countReceived } from './intake/mail-limits.ts'
import { parseRecipient, parseSender } from './smtp/parse-envelope.ts'
import { LineReader } from './smtp/read-lines.ts'
import { DataDecoder } from './smtp/wire/data-decoder.ts'
import { LineMeter } from './smtp/wire/line-meter.ts'
import { PieceGatherer } from './smtp/wire/piece-gatherer.ts'
import { ProxyHeaderReader } from './smtp/wire/proxy-header.ts'
import { unstuff } from './smtp/wire/unstuff.ts'

vi.setConfig({ testTimeout: growthTimeoutMs })

const words = [
  'FROM:<',
  '@a.example',
  '>',
  ' SIZE=1',
  ' A=',
  '\\"',
  ',@b',
  '\r\n.',
  '\r\n..',
  'Received:',
  'PROXY TCP4 ',
  '1.2.3.4 ',
  'c=',
  '/relaxed',
]
const bytes = (text: string): Buffer => Buffer.from(text, 'latin1')
/** The sizes in which a text comes. */
const cuts = [7, 100, 64 * 1024]

function inPieces(text: string, take: (piece: Buffer) => unknown): void {
  const whole = bytes(text)
  for (const cut of cuts) for (let at = 0; at < whole.length; at += cut) take(whole.subarray(at, at + cut))
}

const wire: Record<string, (text: string) => unknown> = {
  DataDecoder: (text) => {
    const whole = bytes(text)
    for (const cut of cuts) {
      const decoder = new DataDecoder()
      for (let at = 0, end: number | null = null; at < whole.length && end === null; at += cut) {
        end = decoder.decode(whole.subarray(at, at + cut)).end
      }
    }
  },
  LineMeter: (text) => {
    const meter = new LineMeter(1000)
    inPieces(text, (piece) => meter.measure(piece, piece.length))
  },
  PieceGatherer: (text) => {
    const gatherer = new PieceGatherer()
    inPieces(text, (piece) => {
      gatherer.add(piece)
      return gatherer.take(false)
    })
  },
  ProxyHeaderReader: (text) => {
    const reader = new ProxyHeaderReader()
    for (let at = 0, read = ''; at < text.length && read !== 'done'; at += 10) {
      if (reader.read(bytes(text.slice(at, at + 10))) !== 'more') read = 'done'
    }
  },
  unstuff: (text) => unstuff(bytes(text), Buffer.alloc(text.length + 1), { read: 0, lastFour: 0 }),
}
const others: Record<string, (text: string) => unknown> = {
  canonicalBody: (text) => [canonicalBody(bytes(text), 'simple'), canonicalBody(bytes(text), 'relaxed')],
  signedFields: (text) => signedFields(bytes(text)),
  findMailHead: (text) => findMailHead(bytes(text)),
  publicClient,
  countReceived: (text) => countReceived(bytes(text)),
  parseRecipient: (text) => [parseRecipient(text), parseRecipient(`TO:<${text}`)],
  parseSender: (text) => [parseSender(text), parseSender(`FROM:<${text}`), parseSender(`FROM:<> ${text}`)],
  LineReader: (text) => {
    const reader = new LineReader(2048)
    inPieces(text, (piece) => {
      for (let from = 0; from < piece.length; from = reader.next) reader.read(piece, from)
    })
  },
}

test('every function in smtp/wire is measured', async () => {
  const files = globSync('smtp/wire/*.ts', { cwd: import.meta.dirname }).filter((file) => !file.endsWith('.test.ts'))
  const found: string[] = []
  for (const file of files) {
    const exported: object = await import(new URL(file, import.meta.url).href)
    found.push(...Object.entries(exported).flatMap(([name, value]) => (typeof value === 'function' ? [name] : [])))
  }

  expect(Object.keys(wire).sort()).toEqual(found.sort())
})

test.each(Object.entries({ ...wire, ...others }))('%s takes linear time for any input', (_, read) => {
  expect(findOverlinear(read, words)).toBeNull()
})
