import { createMailParser } from '@inlet/mail'
import { type FakeAnswer, mailSigner } from '@inlet/testkit'
import { expect, test } from 'vitest'
import { judge, mailFrom } from '../../test/judged-mail.ts'

const parseMail = createMailParser()

const sender = mailSigner('sender.test')
const keys: Record<string, FakeAnswer> = { [sender.keyQuestion]: { TXT: [sender.keyRecord] } }
const relaxed: Record<string, FakeAnswer> = { 'TXT _dmarc.sender.test': { TXT: ['v=DMARC1; p=reject'] } }
const own = mailFrom('Ada <ada@sender.test>')

test('a second From above the signed one fails', async () => {
  const raw = Buffer.concat([Buffer.from('From: Boss <boss@bank.test>\r\n'), await sender.sign(own)])

  expect(await judge(raw, keys)).toBe('fail')
})

test('authors of several domains in one From fail, several of one domain pass', async () => {
  const signed = (from: string) => sender.sign(mailFrom(from))

  expect(await judge(await signed('ada@sender.test, boss@bank.test'), keys)).toBe('fail')
  expect(await judge(await signed('Both: ada@sender.test, boss@bank.test;'), keys)).toBe('fail')
  expect(await judge(await signed('ada@sender.test, bob@sender.test'), keys)).toBe('pass')
})

test('a mail without any author is none', async () => {
  const nameless = await sender.sign(mailFrom('root'))

  expect(await judge(nameless, keys)).toBe('none')
})

test('an author without a domain is none', async () => {
  for (const from of ['Ada <ada@>', 'ada@', '@'])
    expect(await judge(await sender.sign(mailFrom(from)), keys)).toBe('none')
})

test('an envelope sender that is shown because lines above the head hide the author gets no pass', async () => {
  const raw = await sender.sign(own)

  for (const above of ['', 'Good morning']) {
    const crooked = `${above}\r\n${raw}`
    expect(parseMail(Buffer.from(crooked), { mailFrom: 'boss@bank.test', isTls: false }).fromAddr).toBe(
      'boss@bank.test',
    )
    expect(await judge(crooked, keys, { mailFrom: 'boss@bank.test' })).toBe('none')
  }
})

test('a pass holds only for the author that is shown, whatever else the field contains', async () => {
  const fields = [
    '<boss@bank.test> <ada@sender.test>',
    '"Boss" <boss@bank.test> ada@sender.test',
    'boss@bank.test <ada@sender.test>',
    '"boss@bank.test" <ada@sender.test>',
    '"Boss <boss@bank.test>" <ada@sender.test>',
    'Boss (<boss@bank.test>) <ada@sender.test>',
    '(a\\) <boss@bank.test>, ) ada@sender.test',
    '"a\\" <boss@bank.test>, " <ada@sender.test>',
    'boss@bank.test ada@sender.test',
    // One parser reads these as from ada, another as from the boss.
    '>ada@sender.test"boss@bank.test',
    'ada@sender.test"x boss@bank.test',
    '>ada@sender.test .\\boss@bank.test',
    '<@sender.test:boss@bank.test>',
    '<boss@bank.test, ada@sender.test>',
    '=?utf-8?q?=3Cboss=40bank=2Etest=3E?= <ada@sender.test>',
    '=?utf-8?q?boss@bank.test,?= <ada@sender.test>',
    'boss@bank.test\0@sender.test',
    'boss@bank.test: ada@sender.test;',
    '"@sender.test" <boss@bank.test>',
  ]
  const passed: string[] = []
  for (const from of fields) {
    const raw = await sender.sign(mailFrom(from))
    if ((await judge(raw, keys)) === 'pass') passed.push(parseMail(raw, { mailFrom: '', isTls: false }).fromAddr)
  }

  expect(new Set(passed)).toEqual(new Set(['ada@sender.test']))
})

test('an author behind a quote that is never closed is judged like any other', async () => {
  const open = mailFrom('"Lovelace,<ada@sender.test>')
  const raw = await sender.sign(open)
  const spf: Record<string, FakeAnswer> = { 'TXT sender.test': { TXT: ['v=spf1 ip4:8.8.8.8 -all'] } }

  expect(await judge(raw, keys)).toBe('pass')
  expect(await judge(raw, { ...keys, ...relaxed })).toBe('pass')
  expect(await judge(open, spf, { publicIp: '8.8.8.8' })).toBe('pass')
  expect(await judge(raw.toString('latin1').replace('bye', 'buy'), keys)).toBe('fail')
  expect(await judge(open, { ...spf, ...relaxed }, { publicIp: '9.9.9.9' })).toBe('fail')
})

test('an author of another domain behind a quote that is never closed gets no pass', async () => {
  const policy: Record<string, FakeAnswer> = { 'TXT _dmarc.bank.test': { TXT: ['v=DMARC1; p=reject'] } }
  const signed = (from: string) => sender.sign(mailFrom(from))

  expect(await judge(await signed('"Boss,<boss@bank.test>'), keys)).toBe('none')
  expect(await judge(await signed('"Boss,<boss@bank.test>'), { ...keys, ...policy }, { publicIp: '8.8.8.8' })).toBe(
    'fail',
  )
  expect(await judge(await signed('"Boss,<boss@bank.test>, ada@sender.test'), keys)).toBe('none')
  expect(await judge(await signed('"Boss,<boss@bank.test>, <ada@sender.test>'), keys)).toBe('fail')
})

test('an author domain of any script passes', async () => {
  const german = mailSigner('xn--bcher-kva.test', { kind: 'ed25519' })
  const germanKeys = { [german.keyQuestion]: { TXT: [german.keyRecord] } }

  expect(await judge(await german.sign(mailFrom('ada@xn--bcher-kva.test')), germanKeys)).toBe('pass')
  expect(await judge(await german.sign(mailFrom('ada@BÜCHER.test')), germanKeys)).toBe('pass')
})
