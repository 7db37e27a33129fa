import { limits } from '@inlet/contract'
import type { Deps, Recipient, ResolveRecipient } from '@inlet/core'
import type { Log } from '@inlet/runtime'
import type { SMTPServerSession } from 'smtp-server'
import type { Committer } from '../committer.ts'
import type { ParsePool } from '../parsing/parse-pool.ts'
import { inTime } from './in-time.ts'
import { ReceivingServer } from './receiving-server.ts'
import { SmtpRefusal, smtpRefusal } from './smtp-reply.ts'
import { type MailLimits, sessionFacts, takeMail } from './take-mail.ts'
import type { TlsMaterial } from './tls-material.ts'

/** What the listener is set to. */
export interface SmtpSettings {
  host: string
  /** 0 lets the system choose. */
  port: number
  /** The name in the greeting. */
  name: string
  limits: MailLimits
  tls: TlsMaterial
}

interface SmtpParts {
  deps: Deps
  resolveRecipient: ResolveRecipient
  parsePool: ParsePool
  committer: Committer
  log: Log
}

/** A listener that is open. */
export interface SmtpListener {
  port: number
  /** Takes no new mail, lets mails on their way end, and cuts off what is left after `deadlineMs`. */
  drain(deadlineMs: number): Promise<void>
}

/** Opens the SMTP server of a process (RFC 5321): receive only, 250 only for what is durable. @throws where the port cannot be had */
export async function listenSmtp(settings: SmtpSettings, parts: SmtpParts): Promise<SmtpListener> {
  const { log } = parts
  // Resolved once, at RCPT; DATA goes to what was accepted there.
  const accepted = new WeakMap<SMTPServerSession, Map<string, Recipient>>()
  const resolveOne = async (address: string) => {
    // RFC 5321 §4.5.1: `postmaster` may stand without a domain, but then there is no mailbox here that could be meant.
    if (address.toLowerCase() === 'postmaster') throw new SmtpRefusal('NOT_FOUND', 'No such mailbox')
    return await inTime(() => parts.resolveRecipient(address), settings.limits.commitMs)
  }
  const server = new ReceivingServer({
    ...settings.tls,
    name: settings.name,
    size: settings.limits.maxBytes,
    maxRecipients: limits.smtpMaxRecipients,
    maxClients: 5_000,
    maxCommandLength: 2_048,
    socketTimeout: 300_000,
    closeTimeout: 30_000,
    disableReverseLookup: true,
    // Which local parts exist is the specification's business, not RFC 5321's: `a..b` and `.a` may be addresses here.
    lenientAddressParsing: true,
    disabledCommands: ['AUTH', 'WIZ', 'SHELL', 'KILL', 'HELP'],
    hideENHANCEDSTATUSCODES: false,
    authOptional: true,
    minVersion: 'TLSv1.2',
    noDelay: true,
    logger: false,

    onMailFrom(_sender, session, reply) {
      accepted.set(session, new Map())
      reply()
    },
    onRcptTo({ address }, session, reply) {
      resolveOne(address).then(
        (recipient) => {
          accepted.get(session)?.set(address.toLowerCase(), recipient)
          reply()
        },
        (error: unknown) => {
          const refusal = smtpRefusal(error)
          log.info(
            { ...sessionFacts(session), reply: refusal.responseCode, refusal: refusal.code },
            'recipient refused',
          )
          reply(refusal)
        },
      )
    },
    onData(stream, session, reply) {
      const endMail = server.beginMail(session)
      const recipients = acceptedRecipients(accepted.get(session), session)
      void takeMail({ ...parts, limits: settings.limits }, { stream, session, recipients }).then((answer) => {
        if (answer.kind === 'accepted') reply(null, 'Stored')
        if (answer.kind === 'refused') reply(answer.refusal)
        endMail()
      })
    },
  })
  server.on('error', (error) => log.debug({ error }, 'smtp connection failed'))

  const port = await listen(server, settings)
  return { port, drain: (deadlineMs) => server.drain(deadlineMs) }
}

/** The recipients of a transaction; two spellings of one are one copy. */
function acceptedRecipients(known: Map<string, Recipient> | undefined, session: SMTPServerSession): Recipient[] {
  const resolved = session.envelope.rcptTo.map(({ address }) => known?.get(address.toLowerCase()))
  const byAddress = new Map<string, Recipient>()
  for (const recipient of resolved) if (recipient) byAddress.set(recipient.toAddr, recipient)
  return [...byAddress.values()]
}

function listen(server: ReceivingServer, { port, host }: SmtpSettings): Promise<number> {
  return new Promise((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(port, host, () => {
      server.server.off('error', reject)
      const bound = server.server.address()
      resolve(bound !== null && typeof bound === 'object' ? bound.port : port)
    })
  })
}
