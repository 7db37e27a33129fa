import { randomBytes } from 'node:crypto'
import { type FakeAnswer, mailSigner } from '@inlet/testkit'
import { expect, test } from 'vitest'
import { judge, mailFrom } from '../../test/judged-mail.ts'

const sender = mailSigner('sender.test')
const keys: Record<string, FakeAnswer> = { [sender.keyQuestion]: { TXT: [sender.keyRecord] } }
const strict: Record<string, FakeAnswer> = {
  'TXT _dmarc.sender.test': { TXT: ['v=DMARC1; p=reject; adkim=s; aspf=s'] },
}
const relaxed: Record<string, FakeAnswer> = { 'TXT _dmarc.sender.test': { TXT: ['v=DMARC1; p=reject'] } }
const own = mailFrom('Ada <ada@sender.test>')

const replaced = (raw: Buffer, from: string, to: string) =>
  Buffer.from(raw.toString('latin1').replace(from, to), 'latin1')

test.for(['relaxed/relaxed', 'relaxed/simple', 'simple/relaxed', 'simple/simple'])(
  'a mail that its author domain signed passes, with %s',
  async (canonicalization) => {
    const raw = await sender.sign(own, { canonicalization })

    expect(await judge(raw, keys)).toBe('pass')
    expect(await judge(raw, { ...keys, ...relaxed })).toBe('pass')
  },
)

test('an Ed25519 signature passes (RFC 8463)', async () => {
  const ed25519 = mailSigner('sender.test', { kind: 'ed25519' })
  const raw = await ed25519.sign(own)

  expect(raw.toString()).toContain('a=ed25519-sha256')
  expect(await judge(raw, { [ed25519.keyQuestion]: { TXT: [ed25519.keyRecord] } })).toBe('pass')
})

test('each of two signatures is verified by its own body canonicalization', async () => {
  const foreign = mailSigner('relay.test')
  const both = { ...keys, [foreign.keyQuestion]: { TXT: [foreign.keyRecord] } }
  const raw = await foreign.sign(await sender.sign(own, { canonicalization: 'relaxed/simple' }))

  expect(await judge(raw, both)).toBe('pass')
  // One of them ignores the removed white space, the other does not.
  expect(await judge(replaced(raw, 'Good  morning', 'Good morning'), both)).toBe('none')
})

test('a changed body and a changed header field fail, with a policy and without', async () => {
  const raw = await sender.sign(own)

  for (const tampered of [replaced(raw, 'bye', 'buy'), replaced(raw, 'Subject: Hello', 'Subject: Hullo')]) {
    expect(tampered.equals(raw)).toBe(false)
    expect(await judge(tampered, keys)).toBe('fail')
    expect(await judge(tampered, { ...keys, ...relaxed })).toBe('fail')
  }
})

test.for(['Subject: Pay now', 'Content-Type: multipart/mixed; boundary=evil', 'Content-Transfer-Encoding: base64'])(
  'a second field above the signed one, which would be shown, prevents the pass: %s',
  async (field) => {
    const raw = await sender.sign(
      mailFrom('ada@sender.test', ['Content-Type: text/plain', 'Content-Transfer-Encoding: 7bit']),
    )

    expect(await judge(raw, keys)).toBe('pass')
    expect(await judge(`${field}\r\n${raw}`, keys)).toBe('none')
    expect(await judge(`${field}\r\n${raw}`, { ...keys, ...relaxed }, { publicIp: '8.8.8.8' })).toBe('fail')
  },
)

test('text behind a signed length (l=) prevents the pass', async () => {
  const body = 'Good  morning, \r\nand good bye.\r\n'
  const raw = await sender.sign(own, { maxBodyLength: body.length - 2 })
  const longer = Buffer.concat([raw, Buffer.from('Please pay here instead.\r\n')])

  expect(raw.toString()).toMatch(/\bl=\d/)
  expect(await judge(raw, keys)).toBe('pass')
  expect(await judge(longer, keys)).toBe('none')
  expect(await judge(longer, { ...keys, ...relaxed }, { publicIp: '8.8.8.8' })).toBe('fail')
})

test('an expired signature (x=) proves nothing', async () => {
  const raw = await sender.sign(own, { signTime: new Date(2020, 0, 1), expires: new Date(2020, 0, 8) })

  expect(await judge(raw, keys)).toBe('none')
})

test('a key of fewer than 1,024 bits and the algorithm rsa-sha1 prove nothing (RFC 8301)', async () => {
  const weak = mailSigner('sender.test', { bits: 512 })
  const short = await weak.sign(own, { algorithm: 'rsa-sha256' })
  const sha1 = await sender.sign(own, { algorithm: 'rsa-sha1' })

  expect(await judge(short, { [weak.keyQuestion]: { TXT: [weak.keyRecord] } })).toBe('none')
  expect(sha1.toString()).toContain('a=rsa-sha1')
  expect(await judge(sha1, keys)).toBe('none')
})

const bareRsaKey = (bytes: number) => {
  // RFC 8017 §A.1.1: a sequence of the modulus, here noise, and the exponent 1.
  const length = (size: number) => Buffer.from([0x82, size >> 8, size & 255])
  const modulus = Buffer.concat([
    Buffer.from([2]),
    length(bytes + 1),
    Buffer.from([0]),
    randomBytes(bytes).fill(255, 0, 1),
  ])
  const content = Buffer.concat([modulus, Buffer.from([2, 1, 1])])
  return Buffer.concat([Buffer.from([0x30]), length(content.length), content]).toString('base64')
}

test.for([
  ['of 20,000 bits', `v=DKIM1; p=${bareRsaKey(2_500)}`, 'fail'],
  ['larger than a record may be', `v=DKIM1; p=${bareRsaKey(21_250)}`, 'none'],
  ['larger than any answer may be', `v=DKIM1; p=${'A'.repeat(33_000)}`, 'none'],
  ['revoked', 'v=DKIM1; p=', 'none'],
  ['not base64', 'v=DKIM1; p=%%%', 'none'],
  ['missing', 'v=DKIM1', 'none'],
  ['of another kind', 'hello', 'none'],
])('a key that is %s is no proof and costs no time', async ([, record = '', expected]) => {
  const raw = await sender.sign(own)
  const tookMs: number[] = []

  for (let run = 0; run < 3; run += 1) {
    const beganAt = performance.now()
    expect(await judge(raw, { [sender.keyQuestion]: { truncated: { TXT: [record] } } })).toBe(expected)
    tookMs.push(performance.now() - beganAt)
  }
  // The fastest, since the machine may be busy.
  expect(Math.min(...tookMs)).toBeLessThan(1_000)
})

test.for(['NXDOMAIN', 'NODATA'] as const)('a key that does not exist (%s) proves nothing', async (answer) => {
  expect(await judge(await sender.sign(own), { [sender.keyQuestion]: answer })).toBe('none')
})

test.for<[string, FakeAnswer]>([
  ['fails', 'SERVFAIL'],
  ['is refused', 'REFUSED'],
  ['gets no answer', 'silence'],
  ['is answered too late', { afterMs: 1_500, reply: { TXT: [sender.keyRecord] } }],
])('where the question for the key %s, a policy is not held against the mail', async ([, answer]) => {
  const raw = await sender.sign(own)

  expect(await judge(raw, { [sender.keyQuestion]: answer, ...relaxed }, { budgetMs: 300 })).toBe('none')
})

test('a slow or truncated answer within the budget counts like any other', async () => {
  const raw = await sender.sign(own)
  const record = { TXT: [sender.keyRecord] }

  expect(await judge(raw, { [sender.keyQuestion]: { afterMs: 300, reply: record } })).toBe('pass')
  expect(await judge(raw, { [sender.keyQuestion]: { truncated: record } })).toBe('pass')
})

test('the alignment mode of a policy decides about signatures: strict refuses the subdomain, relaxed accepts it', async () => {
  const sub = mailSigner('mail.sender.test', { kind: 'ed25519' })
  const raw = await sub.sign(own)
  const subKeys = { [sub.keyQuestion]: { TXT: [sub.keyRecord] } }

  expect(await judge(raw, { ...subKeys, ...relaxed })).toBe('pass')
  expect(await judge(raw, { ...subKeys, ...strict }, { publicIp: '8.8.8.8' })).toBe('fail')
  expect(await judge(raw, subKeys)).toBe('pass')
})

test('a signature of another domain gives no pass, and a mail whose domain has a policy fails', async () => {
  const foreign = mailSigner('relay.test', { kind: 'ed25519' })
  const raw = await foreign.sign(own)
  const foreignKeys = { [foreign.keyQuestion]: { TXT: [foreign.keyRecord] } }

  expect(await judge(raw, foreignKeys)).toBe('none')
  expect(await judge(raw, { ...foreignKeys, ...relaxed }, { publicIp: '8.8.8.8' })).toBe('fail')
})

test('domains below one public suffix are not aligned', async () => {
  const otherUser = mailSigner('mallory.github.io', { kind: 'ed25519' })
  const raw = await otherUser.sign(mailFrom('alice@alice.github.io'))

  expect(await judge(raw, { [otherUser.keyQuestion]: { TXT: [otherUser.keyRecord] } })).toBe('none')
})

test('signatures after the third are ignored', async () => {
  const noise = 'DKIM-Signature: v=1; a=rsa-sha256; d=other.test; s=s1; h=from; bh=AAAA; b=AAAA\r\n'
  const raw = await sender.sign(own)

  expect(await judge(Buffer.concat([Buffer.from(noise.repeat(2)), raw]), keys)).toBe('pass')
  expect(await judge(Buffer.concat([Buffer.from(noise.repeat(3)), raw]), keys)).toBe('none')
})

test('authentication results in the header of a mail are ignored', async () => {
  const boasts = [
    'Authentication-Results: mx.test; spf=pass smtp.mailfrom=sender.test; dkim=pass header.d=sender.test; dmarc=pass',
    'ARC-Authentication-Results: i=1; mx.test; dkim=pass; dmarc=pass header.from=sender.test',
    'Received-SPF: pass (mx.test: domain of sender.test designates 8.8.8.8 as permitted sender)',
    'Return-Path: <ada@sender.test>',
  ]
  const raw = mailFrom('ada@sender.test', boasts)

  expect(await judge(raw, {}, { mailFrom: 'mallory@elsewhere.test', publicIp: '8.8.8.8' })).toBe('none')
  expect(await judge(raw, relaxed, { mailFrom: 'mallory@elsewhere.test', publicIp: '8.8.8.8' })).toBe('fail')
})
