import { AppError, asciiLowerCase, asciiUpperCase, type ErrorCode, foldHostname } from '@inlet/contract'
import type { Recipient } from '@inlet/core'
import { newTraceId } from '@inlet/runtime'
import { parseRecipient, parseSender } from './parse-envelope.ts'
import { greeting, helloExtended, helloPlain, type Reply, replies, replyOf } from './replies.ts'
import type { MailTransaction, ServerContext } from './server-context.ts'
import { toSmtpRefusal } from './smtp-refusal.ts'

// EXPN and HELP are commands of RFC 5321 §4.5.1; the others are extensions that this server does not have, and obsolete or unsafe ones.
const notImplemented = new Set([
  ...['EXPN', 'HELP', 'TURN', 'ATRN', 'ETRN', 'SEND', 'SOML', 'SAML', 'AUTH', 'BDAT', 'BURL', 'LHLO'],
  ...['XCLIENT', 'XFORWARD', 'XEXCH50', 'WIZ', 'SHELL', 'KILL', 'DEBUG'],
])
// HTTP sent to this port, as in request forgery: no further line of it may be run as a command.
const httpVerbs = new Set(['GET', 'POST', 'HEAD', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'CONNECT', 'TRACE'])

/** Last replies of a normal closure, which is not logged. */
const routineClosures = new Set<Reply>([replies.bye, replies.idle, replies.shuttingDown, replies.enoughMails])

/** Log fields of a connection; `requestId` and `traceId` are those of the current transaction. */
interface SessionLogFields {
  requestId: string
  traceId: string
  clientIp: string
  isTls: boolean
}

/** The dialogue of one connection (RFC 5321 §4.1): commands in, replies out, and the state between them. Knows no socket. */
export class SmtpSession {
  readonly clientIp: string
  /** The envelope; the sender is null as long as there is no transaction. */
  sender: string | null = null
  helo = ''
  isTls = false
  readonly #server: ServerContext
  /** Whether the current transaction uses SMTPUTF8 (RFC 6531). */
  #isUtf8 = false
  readonly #id: string
  /** Keys are the addresses as given, in lower case; two of them may be the same recipient. */
  #accepted: Map<string, Recipient> | null = null
  #mails = 0
  /** Of the current or next mail; made when it is first needed. */
  #traceId: string | null = null
  #recipientCommands = 0
  #otherCommands = 0
  #unknownCommands = 0
  #failedRecipients = 0
  /** The address whose look-up began last. */
  #lookUpAddress = ''
  #abandonedLookUps = 0

  constructor(server: ServerContext, clientIp: string) {
    this.#server = server
    this.#id = server.newId()
    this.clientIp = clientIp
  }

  greeting(): Reply {
    return greeting(this.#server.settings.name)
  }

  logFields(): SessionLogFields {
    this.#traceId ??= newTraceId()
    const { clientIp, isTls } = this
    return { requestId: `${this.#id}.${this.#mails + 1}`, traceId: this.#traceId, clientIp, isTls }
  }

  /** Logs why the server closes the connection, unless that is routine. */
  logClosure(last: Reply): void {
    if (routineClosures.has(last)) return
    this.#server.log.info({ ...this.logFields(), reply: last.code, reason: last.wire.trimEnd() }, 'connection ended')
  }

  /** The mail that DATA begins. */
  transaction(): MailTransaction {
    const { clientIp, helo, isTls } = this
    const { requestId, traceId } = this.logFields()
    return {
      requestId,
      traceId,
      envelope: { mailFrom: this.sender ?? '', clientIp, helo, isTls },
      recipients: this.#recipients(),
      beganAt: performance.now(),
    }
  }

  /** Each recipient once, whatever the spelling. */
  #recipients(): Recipient[] {
    const byAddress = new Map<string, Recipient>()
    for (const recipient of this.#accepted?.values() ?? []) byAddress.set(recipient.toAddr, recipient)
    return [...byAddress.values()]
  }

  /** The mail was answered: the next transaction begins with MAIL. */
  endMail(): void {
    this.#mails += 1
    this.#traceId = null
    this.#otherCommands = 0
    this.#resetTransaction()
  }

  /** TLS has begun: what the client sent in the clear is discarded (RFC 3207 §4.2). */
  beginTls(): void {
    this.isTls = true
    this.helo = ''
    this.#resetTransaction()
  }

  /** Answers one command line. Only RCPT may be asynchronous; its promise never rejects. */
  run(line: string): Reply | Promise<Reply> {
    const space = line.indexOf(' ')
    const verb = asciiUpperCase(space < 0 ? line : line.slice(0, space))
    const rest = space < 0 ? '' : line.slice(space + 1).trimEnd()
    switch (verb) {
      case 'MAIL':
        return this.#mail(rest)
      case 'RCPT':
        return this.#recipient(rest)
      case 'DATA':
        return this.#data(rest)
      case 'QUIT':
        return replies.bye
      case 'STARTTLS':
        return this.#startTls(rest)
      default:
        return this.#countOther(this.#otherCommand(verb, rest))
    }
  }

  /** Counts a line that is not a command; `reply` says why. */
  rejectLine(reply: Reply): Reply {
    return reply.next === 'close' ? reply : this.#countUnknown(reply)
  }

  #otherCommand(verb: string, rest: string): Reply {
    switch (verb) {
      case 'EHLO':
      case 'HELO':
        return this.#hello(verb, rest)
      case 'RSET':
        this.#resetTransaction()
        return replies.reset
      case 'NOOP':
        return replies.noop
      case 'VRFY':
        return rest === '' ? replies.badArguments : replies.cannotVerify
      default:
        return this.#unsupportedCommand(verb)
    }
  }

  #unsupportedCommand(verb: string): Reply {
    if (notImplemented.has(verb)) return replies.notImplemented
    return httpVerbs.has(verb) ? replies.notHttp : this.#countUnknown(replies.unknownCommand)
  }

  #countUnknown(reply: Reply): Reply {
    this.#unknownCommands += 1
    return this.#unknownCommands >= this.#server.settings.limits.unknownCommands ? replies.tooManyUnknown : reply
  }

  #hello(verb: 'EHLO' | 'HELO', rest: string): Reply {
    if (rest === '' || rest.length > 255) return replies.badArguments
    this.#resetTransaction()
    this.helo = rest
    const { name, limits, offersStartTls } = this.#server.settings
    if (verb === 'HELO') return helloPlain(name)
    const keywords = ['PIPELINING', '8BITMIME', 'SMTPUTF8', 'ENHANCEDSTATUSCODES', `SIZE ${limits.maxBytes}`]
    const isOffered = !this.isTls && offersStartTls(this.clientIp)
    return helloExtended(name, isOffered ? [...keywords, 'STARTTLS'] : keywords)
  }

  #mail(rest: string): Reply {
    const { settings, overload, memory } = this.#server
    if (this.helo === '') return this.#countOther(replies.heloFirst)
    if (this.sender !== null) return this.#countOther(replies.senderTwice)
    if (this.#mails >= settings.limits.mailsPerConnection) return replies.enoughMails
    const sender = parseSender(rest)
    if ('wire' in sender) return this.#countOther(sender)
    if (overload.refuses(this.clientIp)) return this.#countOther(replies.overloaded)
    const { declaredBytes } = sender
    if (declaredBytes !== null && declaredBytes > settings.limits.maxBytes) return this.#countOther(replies.tooLarge)
    // Nothing is reserved: memory is taken as the bytes come, so that a large SIZE= keeps no other mail out.
    if (declaredBytes !== null && !memory.hasRoomFor(this.clientIp, declaredBytes))
      return this.#countOther(replies.noMemory)
    const refusal = this.#copiesRefusal(1)
    if (refusal) return this.#countOther(refusal)

    this.sender = sender.address
    this.#isUtf8 = sender.isUtf8
    return replies.senderOk
  }

  /** Counts `copies` more of this client. @returns the reply where the disk or the client's rate does not allow them */
  #copiesRefusal(copies: number): Reply | null {
    const { disk, copyBytes, copies: rate } = this.#server
    if (disk.isReached()) return replies.noStorage
    if (copyBytes.isOver(this.clientIp)) return replies.tooManyBytes
    return copies === 0 || rate.take(this.clientIp, copies) ? null : replies.tooManyCopies
  }

  #recipient(rest: string): Reply | Promise<Reply> {
    const { limits } = this.#server.settings
    if (this.sender === null) return this.#countOther(replies.mailFirst)
    this.#recipientCommands += 1
    if (this.#recipientCommands > limits.recipientCommands) return replies.tooManyCommands
    const address = parseRecipient(rest)
    if (typeof address !== 'string') return this.#countFailed(address)
    // RFC 5321 §4.5.1 allows `postmaster` without a domain; this server has no mailbox for it.
    const spelling = asciiLowerCase(address)
    if (spelling === 'postmaster') return this.#countFailed(replies.noSuchMailbox)
    if (!this.#isUtf8 && !isAscii(address.slice(address.lastIndexOf('@')))) return this.#countFailed(replies.needsUtf8)
    if (this.#accepted?.has(spelling)) return replies.recipientOk
    if ((this.#accepted?.size ?? 0) >= limits.recipients) return replies.tooManyRecipients
    return this.#resolve(address, spelling)
  }

  /** The look-up of a recipient has timed out and the timeout was answered: its later result is ignored. */
  abandonLookUp(): void {
    this.#abandonedLookUps += 1
    this.#reportRefusal({ reply: replies.notInTime.code, refusal: 'SERVICE_UNAVAILABLE' }, null)
  }

  async #resolve(address: string, spelling: string): Promise<Reply> {
    const abandonedBefore = this.#abandonedLookUps
    this.#lookUpAddress = address
    try {
      const recipient = await this.#server.handlers.resolveRecipient(address)
      if (abandonedBefore !== this.#abandonedLookUps) return replies.notInTime
      this.#accepted ??= new Map()
      this.#accepted.set(spelling, recipient)
      return replies.recipientOk
    } catch (error) {
      if (abandonedBefore !== this.#abandonedLookUps) return replies.notInTime
      const refusal = toSmtpRefusal(error)
      this.#reportRefusal({ reply: refusal.responseCode, refusal: refusal.code }, error)
      return this.#countFailed(replyOf(refusal))
    }
  }

  /** Logs and counts a refused recipient. The local part itself is personal data, of the intended person where it is mistyped: not logged. */
  #reportRefusal(refused: { reply: number; refusal: ErrorCode }, error: unknown): void {
    const { localPart, host } = splitAddress(this.#lookUpAddress)
    const address = {
      host,
      localPartLength: localPart.length,
      senderHost: splitAddress(this.sender ?? '').host,
      ...(error instanceof AppError ? error.facts.log : {}),
    }
    this.#server.log.info({ ...this.logFields(), ...refused, ...address }, 'recipient refused')
    this.#server.handlers.recipientRefused({ reason: refused.refusal, reply: refused.reply }, error)
  }

  #data(rest: string): Reply {
    if (rest !== '') return this.#countOther(replies.badArguments)
    if (this.#accepted === null) return this.#countOther(replies.recipientFirst)
    // The first copy was counted with MAIL.
    const refusal = this.#copiesRefusal(this.#recipients().length - 1)
    return refusal ? this.#countOther(refusal) : replies.startMail
  }

  #startTls(rest: string): Reply {
    if (rest !== '') return this.#countOther(replies.badArguments)
    return this.isTls ? this.#countOther(replies.alreadyEncrypted) : replies.startTls
  }

  /** Counts a command outside the mail sequence: many of them between two mails would waste processor time. */
  #countOther(reply: Reply): Reply {
    this.#otherCommands += 1
    const isTooMany = this.#otherCommands > this.#server.settings.limits.otherCommandsBetweenMails
    return isTooMany ? replies.tooManyCommands : reply
  }

  /** Counts a permanently refused recipient: many of them are a search for addresses (harvesting). Temporary errors are not counted. */
  #countFailed(reply: Reply): Reply {
    if (reply.code < 500) return reply
    this.#failedRecipients += 1
    return this.#failedRecipients > this.#server.settings.limits.failedRecipients ? replies.tooManyFailures : reply
  }

  #resetTransaction(): void {
    this.sender = null
    this.#accepted = null
    this.#recipientCommands = 0
  }
}

const isAscii = (text: string): boolean => /^[\x00-\x7f]*$/.test(text)

/** Splits an address at its last `@`; the host is folded where it is valid. Without `@`, all of it is the local part. */
function splitAddress(address: string): { localPart: string; host: string } {
  const at = address.lastIndexOf('@')
  if (at < 0) return { localPart: address, host: '' }
  const host = address.slice(at + 1)
  return { localPart: address.slice(0, at), host: foldHostname(host) ?? host }
}
