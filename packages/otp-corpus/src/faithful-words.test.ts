import { htmlToText } from '@inlet/mail'
import { simpleParser } from 'mailparser'
import { expect, test } from 'vitest'
import { readSourceMails, type SourceMail, sourceFolder } from './generator/source-mail.ts'
import { typewriterText } from './generator/typewriter-text.ts'
import { readCorpus } from './score/read-corpus.ts'

const fileOf = ({ isHeldOut, language, id }: SourceMail): string =>
  `${isHeldOut ? 'held-out' : 'mails'}/${language}/${id}.eml`
const sources = new Map(readSourceMails(sourceFolder).map((mail) => [fileOf(mail), mail]))
const parsed = readCorpus().map((mail) => ({ ...mail, source: sources.get(mail.entry.file) }))

const ignored = /[\s\u200b-\u200f\u2060\ufeff]+/g
const bare = (text: string): string => text.normalize('NFC').replace(ignored, '')
/** Mails in old charsets lack typographic signs. */
const bothSpellings = (text: string): string[] => [bare(text), bare(typewriterText(text))]

test('every sentence without a number is in its mail, in any charset, encoding and template', () => {
  const lost = parsed.flatMap(({ entry, mail, source }) => {
    const shown = mail.html === null ? '' : htmlToText(mail.html).text
    const read = bare(`${mail.text}\n${shown}`.replaceAll('\n>', '\n'))
    const paragraphs = (source?.body ?? []).flatMap((block) => ('p' in block ? [block.p] : []))
    const words = paragraphs.filter((paragraph) => !/\p{Nd}/u.test(paragraph))
    return words
      .filter((text) => !bothSpellings(text).some((spelling) => read.includes(spelling)))
      .map(() => entry.file)
  })

  expect(lost).toEqual([])
})

test('another mail parser reads the same subject', async () => {
  const lost: string[] = []
  for (const { entry, bytes, source } of parsed) {
    const { subject = '' } = await simpleParser(bytes, { skipHtmlToText: true, skipTextToHtml: true })
    if (!bothSpellings(source?.subject ?? '').includes(bare(subject))) lost.push(entry.file)
  }

  expect(lost).toEqual([])
})
