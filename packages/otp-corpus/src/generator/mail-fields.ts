import type { Draws } from './draws.ts'
import { folded, type HeaderStyle, mailboxField, textField } from './mime/header-fields.ts'

/** The values for the header of a mail. */
export interface MailHead {
  /** `Name <address>`. */
  from: string
  subject: string
  charset: string
  draws: Draws
  otp: string | null
}

const zones = ['+0000', '+0100', '+0200', '-0500', '+0530', '+0900', '-0300', '+0330', '+0800', 'GMT'] as const
const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const
const firstMinute = Date.UTC(2025, 11, 1)
const minutesInYear = 340 * 24 * 60
const claimPercent = 4

/** The header fields of a mail, without the Content-* fields. */
export function mailFields(head: MailHead): string[] {
  const { draws, from, subject, charset } = head
  const style: HeaderStyle = { charset, form: draws.pick('header form', ['B', 'B', 'B', 'Q', 'Q', 'Q', 'raw']), draws }
  const [, domain = ''] = /@([^@>]+)>/.exec(from) ?? []
  const date = dateText(draws)
  const own = [
    mailboxField('From', from, style),
    draws.chance('named recipient', 30) ? 'To: "code@inbox.example" <code@inbox.example>' : 'To: code@inbox.example',
    textField('Subject', subject, style),
    `Date: ${date}`,
    `Message-ID: <${draws.digits('message', 14)}.${draws.hex('message', 16)}@${domain}>`,
  ]
  return [
    `Received: from mx${draws.below('relay', 9)}.${domain} (mx.${domain} [192.0.2.${draws.below('relay address', 250) + 1}])\r\n\tby mx.inbox.example with ESMTPS id ${draws.hex('queue', 12).toUpperCase()};\r\n\t${date}`,
    ...(draws.chance('reversed', 30) ? own.toReversed() : own),
    ...claim(head),
    ...extraFields(draws, domain),
  ]
}

/** draft-goto-otp-token: mostly the code of the mail; in some mails a number that the text does not show. */
function claim({ draws, otp }: MailHead): string[] {
  if (!draws.chance('claim', claimPercent)) return []
  return [`OTP-Token: ${otp ?? draws.digits('false claim', 6)}`]
}

function extraFields(draws: Draws, domain: string): string[] {
  const extras = [
    folded(
      `List-Unsubscribe: <https://${domain}/u/${draws.digits('unsubscribe', 10)}/${draws.hex('unsubscribe', 24)}>, <mailto:u-${draws.digits('unsubscribe', 8)}@${domain}>`,
    ),
    `Feedback-ID: ${draws.digits('feedback', 7)}:${draws.digits('stream', 4)}:${domain}`,
    'Auto-Submitted: auto-generated',
    `X-Mailer: Postwagen ${draws.below('major', 9)}.${draws.below('minor', 30)}.${draws.below('patch', 400)}`,
    `X-Campaign: ${draws.digits('campaign', 6)}`,
    `Reply-To: no-reply@${domain}`,
    'X-Priority: 1',
    `DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=${domain}; s=s${draws.digits('selector', 4)};\r\n\th=from:to:subject:date; bh=${Buffer.from(draws.hex('body hash', 64), 'hex').toString('base64')};\r\n\tb=${Buffer.from(draws.hex('signature', 64), 'hex').toString('base64')}`,
  ]
  return extras.filter((field) => draws.chance(`extra ${field.slice(0, 8)}`, 30))
}

function dateText(draws: Draws): string {
  const date = new Date(firstMinute + draws.below('minute', minutesInYear) * 60_000 + draws.below('second', 60) * 1000)
  const two = (value: number) => String(value).padStart(2, '0')
  const time = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()].map(two).join(':')
  return `${days[date.getUTCDay()]}, ${date.getUTCDate()} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()} ${time} ${draws.pick('zone', zones)}`
}
