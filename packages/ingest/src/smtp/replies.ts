import type { SmtpLimitName } from '@inlet/runtime'
import type { SmtpRefusal } from './smtp-refusal.ts'

/** What follows a reply: the next command, the bytes of a mail, a TLS handshake, or the end of the connection. */
type Next = 'command' | 'data' | 'tls' | 'close'

/** A reply of the server, as it is sent, with its CRLF. */
export interface Reply {
  code: number
  wire: string
  next: Next
  /** The limit that the client has reached, for the metrics; null for all other replies. */
  limit: SmtpLimitName | null
}

/** 221 and 421 close the connection (RFC 5321 §3.8, §4.2.3). */
const nextAfter = (code: number): Next => (code === 221 || code === 421 ? 'close' : 'command')

/** A reply of one line. `text` begins with the enhanced code (RFC 2034), where there is one. */
function reply(code: number, text: string, next: Next = nextAfter(code)): Reply {
  return { code, wire: `${code} ${text}\r\n`, next, limit: null }
}

/** A reply to a client that has reached a limit. */
const limited = (limit: SmtpLimitName, plain: Reply): Reply => ({ ...plain, limit })

/** Every fixed reply, made once at start. */
export const replies = {
  senderOk: reply(250, '2.1.0 Sender accepted'),
  recipientOk: reply(250, '2.1.5 Recipient accepted'),
  startMail: reply(354, 'End the mail with <CR><LF>.<CR><LF>', 'data'),
  stored: reply(250, '2.6.0 Stored'),
  reset: reply(250, '2.0.0 Forgotten'),
  noop: reply(250, '2.0.0 Still here'),
  cannotVerify: reply(252, '2.1.5 Send a mail and see'),
  bye: reply(221, '2.0.0 Bye'),
  startTls: reply(220, '2.0.0 Ready to start TLS', 'tls'),

  unknownCommand: reply(500, '5.5.1 Command not recognized'),
  badSyntax: reply(500, '5.5.2 Syntax error'),
  bareLineFeed: reply(500, '5.5.2 Lines end with <CR><LF>', 'close'),
  lineTooLong: limited('command_bytes', reply(500, '5.5.2 Line too long', 'close')),
  badArguments: reply(501, '5.5.4 Syntax error in the arguments'),
  badSender: reply(501, '5.1.7 Bad sender address syntax'),
  badRecipient: reply(550, '5.1.3 Bad recipient address syntax'),
  needsUtf8: reply(550, '5.6.7 A host of other characters than ASCII ones needs SMTPUTF8'),
  notImplemented: reply(502, '5.5.1 Command not implemented'),
  unknownParameter: reply(555, '5.5.4 Parameter not recognized'),
  heloFirst: reply(503, '5.5.1 Say EHLO first'),
  mailFirst: reply(503, '5.5.1 Send MAIL first'),
  recipientFirst: reply(503, '5.5.1 Send RCPT first'),
  senderTwice: reply(503, '5.5.1 Sender already given'),
  alreadyEncrypted: reply(503, '5.5.1 TLS is already active'),
  mailTooEarly: reply(503, '5.5.0 Wait for 354 before the mail', 'close'),
  mailLineTooLong: limited('mail_line_bytes', reply(552, '5.6.0 A line of the mail is too long')),
  tooLarge: limited('mail_bytes', reply(552, '5.3.4 The mail is too large')),
  farTooLarge: limited('mail_bytes', reply(552, '5.3.4 The mail is too large', 'close')),
  noSuchMailbox: reply(550, '5.1.1 No such mailbox'),

  tooManyRecipients: limited('recipients', reply(452, '4.5.3 Too many recipients, send the rest in another mail')),
  noMemory: limited('memory', reply(452, '4.3.1 No memory for this mail now, try again later')),
  noMemoryLeft: limited('memory', reply(452, '4.3.1 No memory for this mail now, try again later', 'close')),
  evicted: limited('memory', reply(421, '4.3.1 Too slow while memory is short, try again later')),
  notInTime: limited('answer_time', reply(451, '4.3.0 Not done in time, try again later')),
  tooManyCopies: limited('mails_per_minute', reply(451, '4.7.1 Too many mails from your address, try again later')),
  tooManyBytes: limited('bytes_per_minute', reply(451, '4.7.1 Too much mail from your address, try again later')),
  noStorage: limited('disk', reply(452, '4.3.1 Insufficient system storage, try again later')),
  overloaded: limited('event_loop_lag', reply(451, '4.3.2 Too busy now, try again later')),

  shuttingDown: reply(421, '4.3.2 Server shutting down, try again'),
  tooBusy: limited('event_loop_lag', reply(421, '4.3.2 Too busy now, try again later')),
  tooManyConnections: limited('connections', reply(421, '4.3.2 Too many connections, try again later')),
  tooManyOfClient: limited(
    'connections_per_client',
    reply(421, '4.7.0 Too many connections from your address, try again later'),
  ),
  tooOften: limited(
    'connections_per_minute',
    reply(421, '4.7.0 Too many connections from your address in this minute, try again later'),
  ),
  idle: limited('idle_time', reply(421, '4.4.2 Idle for too long')),
  tooSlow: limited('transfer_rate', reply(421, '4.4.2 The mail comes too slowly')),
  dataTooLong: limited('transfer_time', reply(421, '4.4.2 The mail took too long')),
  sessionTooLong: limited('session_time', reply(421, '4.4.2 Connection open for too long')),
  enoughMails: limited('mails_per_connection', reply(421, '4.7.0 Enough mails for one connection, open another')),
  tooManyCommands: limited('commands', reply(421, '4.7.0 Too many commands without a mail')),
  tooManyUnknown: limited('unknown_commands', reply(421, '4.7.0 Too many unknown commands')),
  tooManyFailures: limited('failed_recipients', reply(421, '4.7.0 Too many recipients that are not here')),
  notHttp: reply(421, '4.7.0 This is not HTTP'),
  talksTooEarly: reply(421, '4.7.0 Wait for the greeting'),
} as const

/** The greeting (RFC 5321 §4.2): no enhanced code. */
export function greeting(name: string): Reply {
  return reply(220, `${name} ESMTP ready`)
}

/** The answer to HELO. */
export function helloPlain(name: string): Reply {
  return reply(250, `${name} at your service`)
}

/** The answer to EHLO: a line with the name, then one line per keyword (RFC 5321 §4.1.1.1). */
export function helloExtended(name: string, keywords: readonly string[]): Reply {
  const lines = [`${name} at your service`, ...keywords]
  const wire = lines.map((line, index) => `250${index === lines.length - 1 ? ' ' : '-'}${line}\r\n`).join('')
  return { code: 250, wire, next: 'command', limit: null }
}

/** The reply for a refusal. */
export function replyOf({ responseCode, message }: SmtpRefusal): Reply {
  return reply(responseCode, message)
}
