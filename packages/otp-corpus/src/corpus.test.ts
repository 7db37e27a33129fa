import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { createMailParser } from '@inlet/mail'
import { expect, test } from 'vitest'
import manifest from '../corpus/manifest.json' with { type: 'json' }
import { visibleCharacters } from '../test/visible-text.ts'
import { type CorpusMail, makeCorpus } from './generator/corpus-mails.ts'
import { readSourceMails, sourceFolder } from './generator/source-mail.ts'
import { readRawCode } from './read-code.ts'
import { corpusBytes, isOblique } from './score/read-corpus.ts'

const parseMail = createMailParser()

const made: CorpusMail[] = makeCorpus()
const folder = join(import.meta.dirname, '../corpus')
/** The languages that the extractor knows. */
const languages = globSync('*.json', { cwd: join(import.meta.dirname, '../../mail/src/one-time-code/languages') }).map(
  (file) => basename(file, '.json'),
)

test('the generator makes the mails in the repository byte for byte', () => {
  const different = made.filter(({ entry, bytes }) => !readFileSync(`${folder}/${entry.file}`).equals(bytes))

  expect(different.map(({ entry }) => entry.file)).toEqual([])
  expect(globSync('{mails,held-out}/**/*.eml', { cwd: folder }).sort()).toEqual(
    made.map(({ entry }) => entry.file).sort(),
  )
  expect(manifest).toEqual(made.map(({ entry }) => entry))
})

test('every source has its mail, and no held-back text is also a development text', () => {
  const sources = readSourceMails(sourceFolder)
  const tuned = globSync('mails/**/*.eml', { cwd: folder })
  const heldBack = manifest.filter(({ isHeldOut }) => isHeldOut)
  const bodies = (isHeldOut: boolean) =>
    sources.filter((mail) => mail.isHeldOut === isHeldOut).map(({ body }) => JSON.stringify(body))
  const tunedBodies = new Set(bodies(false))

  expect(manifest).toHaveLength(sources.length)
  expect(heldBack.every(({ file }) => file.startsWith('held-out/'))).toBe(true)
  expect(tuned).toHaveLength(manifest.length - heldBack.length)
  expect(bodies(true).filter((body) => tunedBodies.has(body))).toEqual([])
})

test('1,000 mails or more are held back and 4,000 are not, 50 to 60 % of both carry a code, and of the oblique ones 40 to 60 %', () => {
  const heldBack = manifest.filter(({ isHeldOut }) => isHeldOut)
  const [oblique, plain] = [true, false].map((is) =>
    manifest.filter((entry) => !entry.isHeldOut && isOblique(entry) === is),
  )
  const shareWithCode = (mails: typeof manifest = []) => mails.filter(({ otp }) => otp !== null).length / mails.length

  expect(heldBack.length).toBeGreaterThanOrEqual(1000)
  expect(plain?.length).toBeGreaterThanOrEqual(4000)
  for (const mails of [heldBack, plain]) {
    expect(shareWithCode(mails)).toBeGreaterThan(0.5)
    expect(shareWithCode(mails)).toBeLessThan(0.6)
  }
  expect(shareWithCode(oblique)).toBeGreaterThan(0.4)
  expect(shareWithCode(oblique)).toBeLessThan(0.6)
})

test.each(languages)('%s has twelve mails with a code and eight without, or more, of many kinds', (language) => {
  const own = manifest.filter((entry) => entry.language === language)
  const kindsOf = (hasCode: boolean) => own.filter(({ otp }) => (otp !== null) === hasCode).map(({ kind }) => kind)

  expect(kindsOf(true).length).toBeGreaterThanOrEqual(12)
  expect(kindsOf(false).length).toBeGreaterThanOrEqual(8)
  expect(new Set(kindsOf(true)).size).toBeGreaterThanOrEqual(8)
  expect(new Set(kindsOf(false)).size).toBeGreaterThanOrEqual(8)
})

test('every MIME structure occurs, and every family of charsets', () => {
  const count = (name: 'shape' | 'charset', value: RegExp) => manifest.filter((entry) => value.test(entry[name])).length
  const shapes = ['plain', 'flowed', 'html', 'alternative', 'stub-text', 'mixed', 'related', 'nested', 'forwarded']
  const charsets = [
    /^us-ascii$/,
    /^iso-8859-1$/,
    /^iso-8859-2$/,
    /^iso-8859-5$/,
    /^iso-8859-7$/,
    /^iso-8859-8/,
    /^iso-8859-9$/,
    /^iso-8859-15$/,
    /^windows-125[0-8]$/,
    /^koi8-r$/,
    /^koi8-u$/,
    /^gb/,
    /^big5$/,
    /^iso-2022-jp$/,
    /^shift_jis$/,
    /^euc-jp$/,
    /^(?:euc-kr|ks_c)/,
    /^(?:tis-620|windows-874)$/,
  ]

  for (const shape of [...shapes, 'no-charset']) expect(count('shape', new RegExp(`^${shape}$`))).toBeGreaterThan(9)
  for (const charset of charsets) expect(count('charset', charset)).toBeGreaterThan(0)
  expect(count('charset', /^utf-8$/) / manifest.length).toBeGreaterThan(0.5)
})

test('every code is in the text that another mail parser shows', async () => {
  const missing: string[] = []
  for (const { entry, bytes } of made) {
    const shown = await visibleCharacters(bytes)
    if (entry.otp !== null && !shown.includes(entry.otp)) missing.push(entry.file)
  }

  expect(missing).toEqual([])
})

test('lines end with CRLF, and none is over 998 bytes', () => {
  const lines = (bytes: Buffer) => bytes.toString('latin1').split('\r\n')
  const odd = made.filter(({ bytes }) => lines(bytes).some((line) => line.length > 998 || /[\r\n]/.test(line)))

  expect(odd.map(({ entry }) => entry.file)).toEqual([])
})

test('the command line finds the same code in a mail as the service', () => {
  const differing = manifest.filter((entry) => {
    const raw = corpusBytes(entry)
    return parseMail(raw, { mailFrom: 'a@b.example', isTls: false }).otpCode !== readRawCode(raw).otp
  })

  expect(differing.map(({ file }) => file)).toEqual([])
})
