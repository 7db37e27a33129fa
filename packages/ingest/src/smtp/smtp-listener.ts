import { type Deps, databaseFaultKind, type RateLimiter, type ResolveRecipient } from '@inlet/core'
import { ipList, type Log, type Metrics } from '@inlet/runtime'
import type { MailAuthenticator } from '../authentication/mail-authenticator.ts'
import type { Committer } from '../committer.ts'
import type { ParsePool } from '../parsing/parse-pool.ts'
import { createClientRate } from './guards/client-rate.ts'
import { newAddressLimit } from './guards/new-address-limit.ts'
import { createOverload, watchEventLoop } from './guards/overload.ts'
import { openSmtpServer, type SmtpListener } from './smtp-server.ts'
import type { SmtpSettings } from './smtp-settings.ts'
import { noteLostMail, takeMail } from './take-mail.ts'

interface SmtpParts {
  deps: Deps
  resolveRecipient: ResolveRecipient
  parsePool: ParsePool
  authenticator: MailAuthenticator
  committer: Committer
  rateLimiter: RateLimiter
  disk: { isReached(): boolean }
  log: Log
  metrics: Pick<Metrics, 'mail' | 'smtp' | 'database'>
}

/** Opens the SMTP server of a process (RFC 5321): receive only, 250 only for what is durable. @throws where the port cannot be had */
export async function listenSmtp(settings: SmtpSettings, parts: SmtpParts): Promise<SmtpListener> {
  const { log, metrics, deps, resolveRecipient } = parts
  const { commitMs, overloadLagMs, newAddressesPerHourPerClient, copyBytesPerMinutePerClient } = settings.limits
  const isExempt = ipList(settings.exempt)
  const now = () => performance.now()
  const limitNewAddresses = newAddressLimit(parts.rateLimiter, {
    perHour: newAddressesPerHourPerClient,
    isExempt,
  })
  const copyBytes = createClientRate({ perMinute: copyBytesPerMinutePerClient, isExempt, now })
  const taking = { ...parts, commitMs, limitNewAddresses, copyBytes }
  const loop = watchEventLoop(overloadLagMs)
  const listener = await openSmtpServer(settings, {
    handlers: {
      resolveRecipient,
      takeMail: (mail, raw) => takeMail(taking, mail, raw),
      lostMail: (mail, sizeBytes, reply) => noteLostMail(taking, mail, { sizeBytes, reply }),
      recipientRefused(refusal, error) {
        metrics.mail.recipientRefused(refusal)
        metrics.database.failed(databaseFaultKind(error))
      },
    },
    log,
    metrics: metrics.smtp,
    newId: deps.newId,
    overload: createOverload({ lateness: loop.lateness, now }),
    disk: parts.disk,
    copyBytes,
    now,
  })
  return {
    ...listener,
    async drain(deadlineMs) {
      await listener.drain(deadlineMs)
      loop.stop()
    },
  }
}
