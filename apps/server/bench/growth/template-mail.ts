import { linkToken, sentence } from './mail-text.ts'

/** The parts that differ between mails of one template: a code of six digits and a reference of twelve letters. */
export interface MailMarks {
  code: string
  reference: string
}

/** Words to search for: in every second mail, in one of twenty, in none. The number of the template decides. */
export const searchWords = { common: 'cardigan', rare: 'heliotrope', absent: 'xylophone' } as const
const rareEvery = 20

const cell = 'padding:12px 24px;font-family:Arial,Helvetica,sans-serif;font-size:14px;line-height:20px;color:#333333'
const button =
  'display:inline-block;background-color:#0b5cff;border-radius:6px;color:#ffffff;font-family:Arial,sans-serif;font-size:16px;font-weight:bold;line-height:48px;text-align:center;text-decoration:none;width:240px'
const styles = `<style type="text/css">
body { margin: 0; padding: 0; background-color: #f4f5f7; -webkit-text-size-adjust: 100%; }
table { border-collapse: collapse; mso-table-lspace: 0pt; mso-table-rspace: 0pt; }
@media only screen and (max-width: 600px) { .container { width: 100% !important; } .column { display: block !important; } }
</style>`

/**
 * A mail of about `bytes` bytes as shops send them after a purchase: plain text beside HTML of tables, inline styles and links that
 * no one can guess. Its text is another one for every template.
 */
export function templateMail(template: number, marks: MailMarks, bytes: number): string {
  let rows = ''
  const mail = () => wholeMail(opening(template, marks), rows, marks)
  while (mail().length < bytes - 400) rows += row(marks)
  return mail()
}

function opening(template: number, { code, reference }: MailMarks): string[] {
  return [
    `Your verification code is ${code}. It is valid for 10 minutes.`,
    `It belongs to your order ${reference}.`,
    template % 2 === 0
      ? `The ${searchWords.common} that you looked at is in stock again.`
      : 'Thank you for your order.',
    template % rareEvery === 0 ? `With a scent of ${searchWords.rare}.` : 'With kind regards.',
  ]
}

function row({ reference }: MailMarks): string {
  const link = `https://click.shop.example/${reference}/${linkToken(48)}`
  return `<tr><td class="column" style="${cell}">${sentence(18)}</td><td class="column" align="right" style="${cell}"><a href="${link}" style="color:#0b5cff">${sentence(3)}</a></td></tr>\r\n`
}

function wholeMail(lines: string[], rows: string, { reference }: MailMarks): string {
  return [
    `Return-Path: <bounce-${reference}@mail.shop.example>`,
    'Received: from mta7.shop.example (mta7.shop.example [192.0.2.44]) by bench; Sat, 21 Nov 2026 09:30:00 +0000',
    'From: Shop <no-reply@shop.example>',
    'To: someone@mail.example',
    `Subject: Your order ${reference} and your verification code`,
    'Date: Sat, 21 Nov 2026 09:30:00 +0000',
    `Message-ID: <${reference}@mail.shop.example>`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/alternative; boundary="=_template"',
    '',
    '--=_template',
    'Content-Type: text/plain; charset=utf-8',
    '',
    ...lines,
    '',
    '--=_template',
    'Content-Type: text/html; charset=utf-8',
    '',
    `<!DOCTYPE html><html><head><meta charset="utf-8">${styles.replaceAll('\n', '\r\n')}</head><body>`,
    `<table class="container" role="presentation" width="600" align="center" cellpadding="0" cellspacing="0">`,
    ...lines.map((line) => `<tr><td colspan="2" style="${cell}">${line}</td></tr>`),
    `<tr><td colspan="2"><a href="https://shop.example/orders/${reference}" style="${button}">View order</a></td></tr>`,
    `${rows}</table></body></html>`,
    '--=_template--',
    '',
  ].join('\r\n')
}
