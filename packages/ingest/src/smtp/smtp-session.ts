import { AppError, asciiLowerCase, asciiUpperCase, type ErrorCode, foldHostname } from '@inlet/contract'
import type { Recipient } from '@inlet/core'
import { newTraceId } from '@inlet/runtime'
import { parseRecipient, parseSender } from './parse-envelope.ts'
import { greeting, helloExtended, helloPlain, type Reply, replies, replyOf } from './replies.ts'
import type { MailTransaction, ServerContext } from './server-context.ts'
import { smtpRefusal } from './smtp-reply.ts'

// RFC 5321 §4.5.1 wants the first ones known; the others are extensions that we do not have, or should never have been.
const notImplemented = new Set([
  ...['EXPN', 'HELP', 'TURN', 'ATRN', 'ETRN', 'SEND', 'SOML', 'SAML', 'AUTH', 'BDAT', 'BURL', 'LHLO'],
  ...['XCLIENT', 'XFORWARD', 'XEXCH50', 'WIZ', 'SHELL', 'KILL', 'DEBUG'],
])
// Browsers and request forgery: whatever stands behind such a line is not to be tried as a command.
const httpVerbs = new Set(['GET', 'POST', 'HEAD', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'CONNECT', 'TRACE'])

/** Ways to part that are nobody's fault and need no line in the log. */
const everyday = new Set<Reply>([replies.bye, replies.idle, replies.shuttingDown, replies.enoughMails])

/** What is told of a connection in a log line; `requestId` and `traceId` name the transaction within it. */
interface SessionFacts {
  requestId: string
  traceId: string
  clientIp: string
  isTls: boolean
}

/** The dialogue of one connection (RFC 5321 §4.1): commands in, replies out, and what they have agreed on. Knows no socket. */
export class SmtpSession {
  readonly clientIp: string
  /** The envelope; the sender is null as long as there is no transaction. */
  sender: string | null = null
  helo = ''
  isTls = false
  readonly #server: ServerContext
  /** Of the mail that is on its way (RFC 6531). */
  #isUtf8 = false
  readonly #id: string
  /** By their spelling in lower case; two spellings may be one recipient. */
  #accepted: Map<string, Recipient> | null = null
  #mails = 0
  /** Of the mail that is on its way, or comes next; made when first asked for. */
  #traceId: string | null = null
  #recipientCommands = 0
  #otherCommands = 0
  #unknownCommands = 0
  #failedRecipients = 0
  /** The recipient whose look-up began last. */
  #lookedUp = ''
  #givenUp = 0

  constructor(server: ServerContext, clientIp: string) {
    this.#server = server
    this.#id = server.newId()
    this.clientIp = clientIp
  }

  greeting(): Reply {
    return greeting(this.#server.settings.name)
  }

  /** For a log line. */
  facts(): SessionFacts {
    this.#traceId ??= newTraceId()
    const { clientIp, isTls } = this
    return { requestId: `${this.#id}.${this.#mails + 1}`, traceId: this.#traceId, clientIp, isTls }
  }

  /** Writes the line of a connection that we end, where somebody may ask why. */
  noteEnd(last: Reply): void {
    if (everyday.has(last)) return
    this.#server.log.info({ ...this.facts(), reply: last.code, reason: last.wire.trimEnd() }, 'connection ended')
  }

  /** The mail that DATA begins. */
  transaction(): MailTransaction {
    const { clientIp, helo, isTls } = this
    const { requestId, traceId } = this.facts()
    return {
      requestId,
      traceId,
      envelope: { mailFrom: this.sender ?? '', clientIp, helo, isTls },
      recipients: this.#recipients(),
      beganAt: performance.now(),
    }
  }

  /** Each once, however it was spelled. */
  #recipients(): Recipient[] {
    const byAddress = new Map<string, Recipient>()
    for (const recipient of this.#accepted?.values() ?? []) byAddress.set(recipient.toAddr, recipient)
    return [...byAddress.values()]
  }

  /** A mail has had its reply: the next transaction begins with MAIL. */
  endMail(): void {
    this.#mails += 1
    this.#traceId = null
    this.#otherCommands = 0
    this.#forget()
  }

  /** TLS has begun: nothing that was said in the clear counts any more (RFC 3207 §4.2). */
  beginTls(): void {
    this.isTls = true
    this.helo = ''
    this.#forget()
  }

  /** Answers one command line. Only RCPT may take a while; its promise never rejects. */
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
        return this.#aside(this.#other(verb, rest))
    }
  }

  /** Answers a line that can be no command; the reply says why. */
  misread(reply: Reply): Reply {
    return reply.next === 'close' ? reply : this.#unknown(reply)
  }

  #other(verb: string, rest: string): Reply {
    switch (verb) {
      case 'EHLO':
      case 'HELO':
        return this.#hello(verb, rest)
      case 'RSET':
        this.#forget()
        return replies.reset
      case 'NOOP':
        return replies.noop
      case 'VRFY':
        return rest === '' ? replies.badArguments : replies.cannotVerify
      default:
        return this.#strange(verb)
    }
  }

  #strange(verb: string): Reply {
    if (notImplemented.has(verb)) return replies.notImplemented
    return httpVerbs.has(verb) ? replies.notHttp : this.#unknown(replies.unknownCommand)
  }

  #unknown(reply: Reply): Reply {
    this.#unknownCommands += 1
    return this.#unknownCommands >= this.#server.settings.limits.unknownCommands ? replies.tooManyUnknown : reply
  }

  #hello(verb: 'EHLO' | 'HELO', rest: string): Reply {
    if (rest === '' || rest.length > 255) return replies.badArguments
    this.#forget()
    this.helo = rest
    const { name, limits } = this.#server.settings
    if (verb === 'HELO') return helloPlain(name)
    const keywords = ['PIPELINING', '8BITMIME', 'SMTPUTF8', 'ENHANCEDSTATUSCODES', `SIZE ${limits.maxBytes}`]
    return helloExtended(name, this.isTls ? keywords : [...keywords, 'STARTTLS'])
  }

  #mail(rest: string): Reply {
    const { settings, overload, memory } = this.#server
    if (this.helo === '') return this.#aside(replies.heloFirst)
    if (this.sender !== null) return this.#aside(replies.senderTwice)
    if (this.#mails >= settings.limits.mailsPerConnection) return replies.enoughMails
    const sender = parseSender(rest)
    if ('wire' in sender) return this.#aside(sender)
    if (overload.refuses(this.clientIp)) return this.#aside(replies.overloaded)
    const { declaredBytes } = sender
    if (declaredBytes !== null && declaredBytes > settings.limits.maxBytes) return this.#aside(replies.tooLarge)
    // Nothing is taken yet: memory is taken as the bytes come, so that a promise costs nobody else anything.
    if (declaredBytes !== null && !memory.hasRoomFor(this.clientIp, declaredBytes)) return this.#aside(replies.noMemory)
    const refusal = this.#refusalOf(1)
    if (refusal) return this.#aside(refusal)

    this.sender = sender.address
    this.#isUtf8 = sender.isUtf8
    return replies.senderOk
  }

  /** What `copies` more of this client are refused with, if they are: by the disk, or by what the client has brought in this minute. */
  #refusalOf(copies: number): Reply | null {
    const { disk, copyBytes, copies: rate } = this.#server
    if (disk.isReached()) return replies.noStorage
    if (copyBytes.isOver(this.clientIp)) return replies.tooManyBytes
    return copies === 0 || rate.take(this.clientIp, copies) ? null : replies.tooManyCopies
  }

  #recipient(rest: string): Reply | Promise<Reply> {
    const { limits } = this.#server.settings
    if (this.sender === null) return this.#aside(replies.mailFirst)
    this.#recipientCommands += 1
    if (this.#recipientCommands > limits.recipientCommands) return replies.tooManyCommands
    const address = parseRecipient(rest)
    if (typeof address !== 'string') return this.#failed(address)
    // RFC 5321 §4.5.1: `postmaster` may stand without a domain, but then there is no mailbox here that could be meant.
    const spelling = asciiLowerCase(address)
    if (spelling === 'postmaster') return this.#failed(replies.noSuchMailbox)
    if (!this.#isUtf8 && !isAscii(address.slice(address.lastIndexOf('@')))) return this.#failed(replies.needsUtf8)
    if (this.#accepted?.has(spelling)) return replies.recipientOk
    if ((this.#accepted?.size ?? 0) >= limits.recipients) return replies.tooManyRecipients
    return this.#resolve(address, spelling)
  }

  /** The look-up of a recipient took too long and was answered for: whatever comes of it now, the recipient is not accepted. */
  giveUp(): void {
    this.#givenUp += 1
    this.#noteRefusal({ reply: replies.notInTime.code, refusal: 'SERVICE_UNAVAILABLE' }, null)
  }

  async #resolve(address: string, spelling: string): Promise<Reply> {
    const givenUp = this.#givenUp
    this.#lookedUp = address
    try {
      const recipient = await this.#server.handlers.resolveRecipient(address)
      if (givenUp !== this.#givenUp) return replies.notInTime
      this.#accepted ??= new Map()
      this.#accepted.set(spelling, recipient)
      return replies.recipientOk
    } catch (error) {
      if (givenUp !== this.#givenUp) return replies.notInTime
      const refusal = smtpRefusal(error)
      this.#noteRefusal({ reply: refusal.responseCode, refusal: refusal.code }, error)
      return this.#failed(replyOf(refusal))
    }
  }

  /** Never the local part itself: mail for one that is mistyped may hold a secret of whoever is meant. */
  #noteRefusal(facts: { reply: number; refusal: ErrorCode }, error: unknown): void {
    const { localPart, host } = halves(this.#lookedUp)
    const about = {
      host,
      localPartLength: localPart.length,
      senderHost: halves(this.sender ?? '').host,
      ...(error instanceof AppError ? error.facts.log : {}),
    }
    this.#server.log.info({ ...this.facts(), ...facts, ...about }, 'recipient refused')
    this.#server.handlers.recipientRefused({ reason: facts.refusal, reply: facts.reply }, error)
  }

  #data(rest: string): Reply {
    if (rest !== '') return this.#aside(replies.badArguments)
    if (this.#accepted === null) return this.#aside(replies.recipientFirst)
    // The first copy was counted with MAIL.
    const refusal = this.#refusalOf(this.#recipients().length - 1)
    return refusal ? this.#aside(refusal) : replies.startMail
  }

  #startTls(rest: string): Reply {
    if (rest !== '') return this.#aside(replies.badArguments)
    return this.isTls ? this.#aside(replies.alreadyEncrypted) : replies.startTls
  }

  /** A command that brings no mail nearer: many of them are an attack on the processor. */
  #aside(reply: Reply): Reply {
    this.#otherCommands += 1
    const isTooMany = this.#otherCommands > this.#server.settings.limits.otherCommandsBetweenMails
    return isTooMany ? replies.tooManyCommands : reply
  }

  /** A recipient that will never be there: many of them look for addresses (harvesting). A passing fault of ours is not counted. */
  #failed(reply: Reply): Reply {
    if (reply.code < 500) return reply
    this.#failedRecipients += 1
    return this.#failedRecipients > this.#server.settings.limits.failedRecipients ? replies.tooManyFailures : reply
  }

  #forget(): void {
    this.sender = null
    this.#accepted = null
    this.#recipientCommands = 0
  }
}

const isAscii = (text: string): boolean => /^[\x00-\x7f]*$/.test(text)

/** An address in two: the host, folded where it is one, and what stands before the last `@`; without any, all of it is local part. */
function halves(address: string): { localPart: string; host: string } {
  const at = address.lastIndexOf('@')
  if (at < 0) return { localPart: address, host: '' }
  const host = address.slice(at + 1)
  return { localPart: address.slice(0, at), host: foldHostname(host) ?? host }
}
