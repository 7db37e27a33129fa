import { expect, test } from 'vitest'
import { slowHeads } from '../../test/slow-heads.ts'
import { authenticateMail } from './authenticate-mail.ts'
import { usableTexts } from './dns-lookup.ts'
import { findMailHead } from './mail-head.ts'

/** Processor time of the cheapest of three runs, in ms: the machine may be busy, and the first run compiles. */
async function processorMs(work: () => Promise<unknown>): Promise<number> {
  const runs: number[] = []
  for (let run = 0; run < 3; run += 1) {
    const before = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(before)
    runs.push((user + system) / 1_000)
  }
  return Math.min(...runs)
}

const mail = { body: Buffer.from('Text\r\n'), mailFrom: 'a@sender.test', helo: 'mx.test', publicIp: null }
const yieldTurn = async () => {}
const nothing = async () => {
  throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })
}

/** The largest head of its kind that is judged. */
function largestJudged(head: (sizeBytes: number) => string): Buffer {
  for (let sizeBytes = 130_000; sizeBytes > 50; sizeBytes = Math.floor(sizeBytes * 0.9)) {
    const raw = Buffer.from(head(sizeBytes))
    if (findMailHead(raw)) return raw
  }
  throw new Error('none is judged')
}

test.for(Object.keys(slowHeads))('the slowest head that is still judged costs little: %s', async (name) => {
  const head = largestJudged(slowHeads[name] ?? String)

  const ms = await processorMs(() => authenticateMail({ ...mail, head }, { lookup: nothing, yieldTurn }))

  // Without the bounds they take from about a hundred milliseconds to many seconds.
  expect(ms).toBeLessThan(500)
})

const slowTexts: Record<string, string> = {
  'unclosed macros': `v=spf1 redirect=${'%{'.repeat(2_000)}`,
  'unclosed macros in a term': `v=spf1 a:${'%{'.repeat(2_000)}`,
  'a long last label': `v=spf1 redirect=x.${'a'.repeat(4_000)}!`,
  'a last label of macros': `v=spf1 redirect=x.${'%{l}'.repeat(1_000)}!`,
  'many redirects': `v=spf1 ${`redirect=x.${'%{l}'.repeat(4)}! `.repeat(200)}`,
  'terms without end': `v=spf1 ${'a=b '.repeat(1_000)}`,
  'slashes without end': `v=spf1 a:${'/1'.repeat(2_000)}x`,
  blanks: `v=spf1 ${' '.repeat(4_000)}x`,
}

test.for(Object.keys(slowTexts))('the slowest record that is still read costs little: %s', async (name) => {
  const text = slowTexts[name] ?? ''
  const shorter = [1, 0.5, 0.25, 0.1, 0.05, 0.02, 0.01, 0.005].map((share) => text.slice(0, text.length * share))
  const records = shorter.map((each) => [each.endsWith('!') ? each : `${each}!`])
  const head = Buffer.from('From: a@sender.test\r\n\r\n')
  const local = 'a'.repeat(300)

  const ms = await processorMs(async () => {
    for (const record of usableTexts(records)) {
      const lookup = async (host: string, type: string) =>
        type === 'TXT' && host === 'sender.test' ? [record] : nothing()
      await authenticateMail(
        { ...mail, head, mailFrom: `${local}@sender.test`, publicIp: '8.8.8.8' },
        { lookup, yieldTurn },
      )
    }
  })

  expect(ms).toBeLessThan(500)
})
