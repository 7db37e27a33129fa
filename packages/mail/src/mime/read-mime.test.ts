import { rawMail, rawMailNames } from '@inlet/testkit'
import fc from 'fast-check'
import { simpleParser } from 'mailparser'
import { expect, test } from 'vitest'
import { wellFormedMail } from '../../test/well-formed-mail.ts'
import { decodeEncodedWords } from '../text/decode-encoded-words.ts'
import { readAddresses } from './header-fields.ts'
import { type MimePart, readMime } from './read-mime.ts'

/** Mailparser copies more of the inner header of the first mail, and guesses the charset of the second one wrongly. */
const readDifferently = new Set(['forwarded-message', 'wrong-charset'])

const nonEmptyLines = (text: string): string[] => text.split(/\r?\n|<br\/>/).filter((line) => line.trim() !== '')

function leaves(part: MimePart): MimePart[] {
  return part.children.length === 0 ? [part] : part.children.flatMap(leaves)
}

function facts(raw: Buffer) {
  const { root, fields, attachments } = readMime(raw)
  const texts = (isHtml: boolean) =>
    leaves(root)
      .filter(({ contentType }) => (contentType === 'text/html') === isHtml)
      .flatMap(({ text }) => nonEmptyLines(text ?? ''))
  const [from] = readAddresses(fields, 'from')
  return {
    subject: decodeEncodedWords(fields.get('subject') ?? ''),
    from: { name: from?.name ?? '', address: from?.address ?? '' },
    text: texts(false),
    html: texts(true),
    attachments: attachments.map(({ filename, contentType, sizeBytes, contentId }) => ({
      filename,
      contentType,
      sizeBytes,
      contentId,
    })),
  }
}

async function mailparserFacts(raw: Buffer): Promise<ReturnType<typeof facts>> {
  const skipped = { skipHtmlToText: true, skipTextToHtml: true, skipTextLinks: true, skipImageLinks: true }
  const { subject = '', from, text = '', html, attachments } = await simpleParser(raw, skipped)
  const [first] = from?.value ?? []
  return {
    subject,
    from: { name: first?.name ?? '', address: first?.address ?? '' },
    text: nonEmptyLines(text),
    html: nonEmptyLines(html || ''),
    attachments: attachments.map(({ filename = '', contentType, size, cid = null }) => ({
      filename,
      contentType,
      sizeBytes: size,
      contentId: cid,
    })),
  }
}

test.each(rawMailNames.filter((name) => !readDifferently.has(name)))('%s: mailparser finds the same', async (name) => {
  expect(facts(rawMail(name))).toEqual(await mailparserFacts(rawMail(name)))
})

test('any well-formed mail is read as mailparser reads it', async () => {
  await fc.assert(
    fc.asyncProperty(wellFormedMail, async (raw) => {
      expect(facts(raw)).toEqual(await mailparserFacts(raw))
    }),
    { numRuns: 150 },
  )
})
