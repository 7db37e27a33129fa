import { asciiLowerCase, parseMailAddress } from '@inlet/contract'

/** Above this a command line is refused before its end has come. */
const commandBytesMax = 2_048

/** One exchange of a dialogue in which bytes and replies follow each other; STARTTLS begins another. One character is one byte. */
export interface Exchange {
  sent: string
  /** Codes and lines, in the order in which they came. */
  replies: Reply[]
  isTls: boolean
}

export interface Reply {
  code: number
  lines: string[]
}

/** A mail whose final dot was sent. */
export interface SentMail {
  /** As it must be stored, byte for byte. */
  raw: string
  /** Those that were accepted, as `toAddr` spells them, each once. */
  recipients: string[]
  /** Null where there was no reply: then the mail may be stored or not. */
  replyCode: number | null
}

/** What a client knows from both sides of a exchange: `due` while a reply is owed to it, `tls` once it may begin the handshake. */
export interface Reading {
  state: 'due' | 'quiet' | 'tls'
  mails: SentMail[]
  /** What no server may do. */
  errors: string[]
}

/**
 * Reads a exchange as RFC 5321 has a client understand it: a reply for each line, 354 before a mail, CRLF.CRLF at its end. Believes
 * nothing but the bytes, so that a reply to something that was never a command shows as one too many.
 */
export function readTranscript(exchange: Exchange): Reading {
  const { sent, replies } = exchange
  const mails: SentMail[] = []
  const errors: string[] = []
  let recipients = new Set<string>()
  let at = 0
  let seen = 0
  const reading = (state: Reading['state']): Reading => {
    const unexpected = state === 'due' ? undefined : replies[seen]
    // A server may hang up at any time, and say so.
    if (unexpected && unexpected.code !== 421 && unexpected.code < 500)
      errors.push(`a reply to no command: ${describe(unexpected)}`)
    return { state, mails, errors }
  }

  if (!exchange.isTls) {
    const greeting = replies[seen++]
    if (greeting?.code !== 220) return { state: greeting ? 'quiet' : 'due', mails, errors }
  }
  while (at < sent.length) {
    const lineFeed = sent.indexOf('\n', at)
    if (lineFeed < 0 && sent.length - at <= commandBytesMax) return reading('quiet')
    const lineEnd = lineFeed < 0 ? sent.length : lineFeed + 1
    const line = sent.slice(at, lineEnd)
    const reply = replies[seen]
    if (!reply) return reading('due')
    seen++
    at = lineEnd
    const isCommand = line.endsWith('\r\n') && line.length <= commandBytesMax
    if (!isCommand && reply.code < 400) errors.push(`${describe(reply)} to ${JSON.stringify(line.slice(0, 80))}`)
    if (!isCommand || reply.code === 421 || reply.code === 221) return reading('quiet')

    const verb = line.slice(0, -2).split(' ')[0]?.toUpperCase() ?? ''
    if (verb === 'STARTTLS' && reply.code === 220) return reading('tls')
    if (verb === 'DATA' && reply.code === 354) {
      const mail = unstuffed(sent.slice(at))
      if (!mail) return reading('quiet')
      at += mail.bytes
      const answer = replies[seen]
      mails.push({ raw: mail.raw, recipients: [...recipients], replyCode: answer?.code ?? null })
      if (!answer) return reading('due')
      seen++
      if (answer.code === 421) return reading('quiet')
      recipients = new Set()
    } else if (verb === 'RCPT' && reply.code === 250) {
      recipients.add(recipientIn(line))
    } else if (['MAIL', 'RSET', 'EHLO', 'HELO'].includes(verb) && reply.code === 250) {
      recipients = new Set()
    } else if (reply.code === 354) {
      errors.push(`354 to ${JSON.stringify(line.slice(0, 80))}`)
    }
  }
  return reading('quiet')
}

/** RFC 5321 §4.5.2; null while the final dot has not come. */
function unstuffed(data: string): { raw: string; bytes: number } | null {
  const end = data.startsWith('.\r\n') ? 0 : data.indexOf('\r\n.\r\n') + 2
  if (end === 1) return null
  return { raw: data.slice(0, end).replace(/^\./, '').replaceAll('\r\n.', '\r\n'), bytes: end + 3 }
}

/** The recipient of an RCPT command as messages spell it: source route dropped, case folded, detail kept. */
function recipientIn(line: string): string {
  const path = Buffer.from(line.slice(line.indexOf('<') + 1, line.lastIndexOf('>')), 'latin1').toString()
  const written = path.startsWith('@') ? path.slice(path.indexOf(':') + 1) : path
  const parsed = parseMailAddress(written)
  if (!parsed) return written
  const { localPart, detail, hostname, fullAddress } = parsed
  return detail === null ? fullAddress : `${localPart}+${asciiLowerCase(detail)}@${hostname}`
}

const describe = ({ code, lines }: Reply) => JSON.stringify(`${code} ${lines.at(-1) ?? ''}`)
