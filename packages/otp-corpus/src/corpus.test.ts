import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { createMailParser } from '@inlet/mail'
import { expect, test } from 'vitest'
import { visibleCharacters } from '../test/visible-text.ts'
import { type CorpusMail, corpusMails } from './generator/corpus-mails.ts'
import { readSourceMails, type SourceMail, sourceFolder } from './generator/source-mail.ts'
import { readRawCode } from './read-code.ts'
import { gatedSet } from './score/read-corpus.ts'
import { writeCorpus } from './write-corpus.ts'

const parseMail = createMailParser()

const made = corpusMails()
const manifest = made.map(({ entry }) => entry)
/** The languages that the extractor knows. */
const languages = globSync('*.json', { cwd: join(import.meta.dirname, '../../mail/src/one-time-code/languages') }).map(
  (file) => basename(file, '.json'),
)

/** A line for a language and one of its sets: how many mails it has, and a digest of their bytes and of what the manifest says of them. */
function digestLine(name: string, mails: readonly CorpusMail[]): string {
  const digest = createHash('sha256')
  for (const { entry, bytes } of mails) digest.update(JSON.stringify(entry)).update(bytes)
  return `${name} ${mails.length} ${digest.digest('hex')}\n`
}

test('the generator makes the mails byte for byte as the digests in the repository say', async () => {
  const sets = Map.groupBy(made, ({ entry }) => `${entry.language} ${gatedSet(entry)}`)
  const lines = [...sets].map(([name, mails]) => digestLine(name, mails)).sort()

  await expect(lines.join('')).toMatchFileSnapshot('../corpus/digests.txt')
})

test('the mails and their manifest are written to an empty folder, and to no other', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'inlet-corpus-'))
  try {
    writeCorpus(folder)

    const different = made.filter(({ entry, bytes }) => !readFileSync(join(folder, entry.file)).equals(bytes))
    expect(different.map(({ entry }) => entry.file)).toEqual([])
    expect(globSync('**/*.eml', { cwd: folder })).toHaveLength(made.length)
    expect(JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))).toEqual(manifest)
    expect(() => writeCorpus(folder)).toThrow(`${folder} is not empty`)
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('every source has its mail, and no held-back text is also a development text', () => {
  const sources = readSourceMails(sourceFolder)
  const bodies = (isHeldOut: boolean) =>
    sources.filter((mail) => mail.isHeldOut === isHeldOut).map(({ body }) => JSON.stringify(body))
  const tunedBodies = new Set(bodies(false))
  const fileOf = ({ isHeldOut, language, id }: SourceMail) =>
    `${isHeldOut ? 'held-out' : 'mails'}/${language}/${id}.eml`

  expect(manifest.map(({ file }) => file)).toEqual(sources.map(fileOf))
  expect(manifest.filter(({ isHeldOut }) => isHeldOut)).toHaveLength(bodies(true).length)
  expect(bodies(true).filter((body) => tunedBodies.has(body))).toEqual([])
})

test('1,000 mails or more are held back and 4,000 are not, 50 to 60 % of both carry a code, and of the oblique ones 40 to 60 %', () => {
  const { oblique = [], plain = [], 'held-out': heldBack = [] } = Object.groupBy(manifest, gatedSet)
  const shareWithCode = (mails: typeof manifest) => mails.filter(({ otp }) => otp !== null).length / mails.length

  expect(heldBack.length).toBeGreaterThanOrEqual(1000)
  expect(plain.length).toBeGreaterThanOrEqual(4000)
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
  const differing = made.filter(
    ({ bytes }) => parseMail(bytes, { mailFrom: 'a@b.example', isTls: false }).otpCode !== readRawCode(bytes).otp,
  )

  expect(differing.map(({ entry }) => entry.file)).toEqual([])
})
