import { type Draw, digits, two } from './draws.ts'
import { invoicePdf } from './invoice-pdf.ts'
import { type ComposedMail, filePart, multipart, printablePart } from './mail-form.ts'
import { brand, fullName, postalAddress } from './names.ts'
import { filled, listOf, prose, type Slots, type Writing, wrapped } from './writing.ts'

const slots: Slots = {
  work: listOf(
    'bookkeeping|consulting|data recovery|drainage survey|electrical inspection|fleet leasing|forklift hire|freight forwarding|hosting|interpreting|landscaping|legal review|machine maintenance|office cleaning|payroll|roof repair|scaffolding|surveying|tax advice|tool calibration|translation|waste collection',
  ),
  unit: listOf('hours|days|licences|pallets|kilometres|inspections|units|tonnes|quarters'),
  period: listOf(
    'January|February|March|April|May|June|July|August|September|October|the first quarter|the second quarter|the third quarter',
  ),
  bank: listOf('direct debit|bank transfer|the attached slip|your purchasing portal|standing order'),
  amount: (draw) => `${1 + draw(30)},${digits(draw, 3)}.${digits(draw, 2)}`,
  ledger: (draw) => digits(draw, 7),
}

const writing: Writing = {
  slots,
  sentences: [
    'Please settle {amount} EUR by {bank}, quoting ledger {ledger}.',
    'The {work} of {period} was agreed under contract {ledger}.',
    'Your balance after {period} stands at {amount} EUR.',
    'Interest of eight points above the base rate accrues on overdue sums.',
    'Accounts payable may dispute an item within ten banking days.',
    'Credit note {ledger} for {work} has been deducted already.',
    'We charge {amount} EUR for {work}, measured in {unit}.',
    'The supplier keeps title to delivered goods until the sum is paid in full.',
    'Reverse charge applies: the recipient owes the tax on {work}.',
  ],
}

/** An invoice with its PDF; the mail is of about `bytes` bytes. `filler` stands below the greeting. */
export function invoiceMail(
  draw: Draw,
  bytes: number,
): { writing: Writing; compose: (filler: string) => ComposedMail } {
  const { name, host, colour } = brand(draw)
  const number = `RE-2026-${digits(draw, 6)}`
  const [customer, due] = [fullName(draw), `${two(1 + draw(28))} December 2026`]
  const [street, place] = postalAddress(draw)
  const amount = filled(draw, '{amount}', slots)
  const items = Array.from({ length: 24 }, () => filled(draw, '{work}, {period}: {amount}', slots))
  const terms = prose(draw, writing, 400)
  const boundary = `--_NmP-${digits(draw, 16)}-Part`
  // Base64 with its line ends takes 78 bytes for 57, and the rest of the mail about 12 kB.
  const pdf = invoicePdf(draw, {
    title: `${name} ${number}`,
    lines: items,
    bytes: Math.floor(((bytes - 12_000) * 57) / 78),
  })
  const plain = `Dear ${customer},\r\n\r\nplease find attached invoice ${number} over ${amount} EUR, due on ${due}.\r\n\r\n${wrapped(terms)}\r\nKind regards\r\n${name}, accounts receivable\r\n${street}, ${place}\r\n`
  const html = (filler: string) =>
    `<html><head><style>body{font-family:Calibri,sans-serif;font-size:11pt}td{padding:4px 10px;border-bottom:1px solid ${colour}}</style></head><body>\r\n<p>Dear ${customer},</p>\r\n<p>please find attached invoice <b>${number}</b> over <b>${amount} EUR</b>, due on <b>${due}</b>.</p>\r\n<table>\r\n${items.map((item, index) => `<tr><td>${index + 1}</td><td>${item} EUR</td></tr>\r\n`).join('')}</table>\r\n<p>${filler}</p><p style="color:#666;font-size:9pt">${terms}</p>\r\n<p>Kind regards<br>${name}, accounts receivable<br>${street} · ${place}<br><a href="https://${host}/invoices/${number}">${number}</a></p></body></html>\r\n`
  return {
    writing,
    compose: (filler) => ({
      from: `"${name} Accounts" <invoices@${host}>`,
      subject: `Invoice ${number} of ${name}`,
      fields: [`References: <${number}@${host}>`, 'X-Priority: 3'],
      part: multipart('mixed', `${boundary}_1`, [
        multipart('alternative', `${boundary}_2`, [
          printablePart('text/plain', plain),
          printablePart('text/html', html(filler)),
        ]),
        filePart('application/pdf', `${number}.pdf`, pdf),
      ]),
    }),
  }
}
