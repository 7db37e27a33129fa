import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { linksOf } from './html/links-of.ts'
import { attachmentsIn } from './mime/mail-parts.ts'
import { createMailParser } from './parse-mail.ts'

// Mails as senders sent them in good faith, modelled on reports of users of other mail programs.
const folder = new URL('../test/reported/', import.meta.url)
const read = (name: string): Buffer => readFileSync(new URL(name, folder))

const expectedSchema = z
  .strictObject({
    why: z.string(),
    report: z.string(),
    tagsHave: z.array(z.string()),
    tagsHaveNot: z.array(z.string()),
    textBodyContains: z.array(z.string()),
    links: z.array(z.string()),
    attachments: z.array(z.record(z.string(), z.unknown())),
    subject: z.string(),
    fromAddr: z.string(),
    fromName: z.string(),
    textBody: z.string(),
    htmlBody: z.string(),
    otpCode: z.string(),
  })
  .partial()
const cases = z.record(z.string(), expectedSchema).parse(JSON.parse(read('expected.json').toString()))

const parse = createMailParser()
const envelope = { mailFrom: 'bounces@harbour.example', isTls: false }

test.each(Object.entries(cases))('%s', (name, { why, report: _, ...expected }) => {
  const raw = read(name)
  const mail = parse(raw, envelope)
  const { tagsHave = [], tagsHaveNot = [], textBodyContains = [], links, attachments, ...fields } = expected

  const trimmed = { ...mail, textBody: mail.textBody.trim(), htmlBody: mail.htmlBody.trim() }
  expect(trimmed, why).toMatchObject(fields)
  for (const text of textBodyContains) expect(mail.textBody, why).toContain(text)
  for (const tag of tagsHave) expect(mail.tags, why).toContain(tag)
  for (const tag of tagsHaveNot) expect(mail.tags, why).not.toContain(tag)
  if (links)
    expect(
      linksOf(mail).map(({ url }) => url),
      why,
    ).toEqual(links)
  if (attachments) expect(attachmentsIn(raw), why).toMatchObject(attachments)
  expect(mail.sizeBytes).toBe(raw.length)
})
