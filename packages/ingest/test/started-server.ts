import type { Recipient } from '@inlet/core'
import { createLog, createMetrics, ipList, readConfig } from '@inlet/runtime'
import { createClientRate } from '../src/smtp/guards/client-rate.ts'
import { createOverload, type Lateness } from '../src/smtp/guards/overload.ts'
import { type Reply, replies } from '../src/smtp/replies.ts'
import type { MailHandlers, MailTransaction } from '../src/smtp/server-context.ts'
import { SmtpRefusal } from '../src/smtp/smtp-refusal.ts'
import { openSmtpServer } from '../src/smtp/smtp-server.ts'
import { type SmtpLimits, type SmtpSettings, smtpLimits } from '../src/smtp/smtp-settings.ts'
import { tlsMaterial } from '../src/smtp/tls.ts'
import { smtpPeer } from './smtp-peer.ts'

interface ServerOptions {
  limits?: Partial<SmtpLimits>
  settings?: Partial<Omit<SmtpSettings, 'limits'>>
  handlers?: Partial<MailHandlers>
  lateness?: () => Lateness
  disk?: { isReached(): boolean }
}

const tls = await tlsMaterial('mx.test', {})

/** A recipient at any domain; its local part decides: `unknown…` is refused with 550, `broken` throws an unexpected error. */
export async function resolveRecipient(address: string): Promise<Recipient> {
  const [localPart = '', hostname = ''] = address.toLowerCase().split('@')
  if (localPart.startsWith('unknown')) throw new SmtpRefusal('NOT_FOUND', 'No such mailbox')
  if (localPart === 'broken') throw new TypeError('not for senders')
  return {
    addressId: `id of ${localPart}`,
    fullAddress: address.toLowerCase(),
    localPart,
    detail: null,
    toAddr: address.toLowerCase(),
    domain: { _id: 'domain', serviceId: 'service', hostname, publicInbox: false },
    hostname,
    retentionDays: 7,
    isCounted: false,
    reports: 'none',
    isLive: true,
  }
}

/** A server on a port that the system chooses, with handlers that only record. Its clock moves by `advance` alone. */
export async function startServer(options: ServerOptions = {}) {
  const taken: { mail: MailTransaction; raw: Buffer }[] = []
  const lost: { mail: MailTransaction; sizeBytes: number; reply: Reply | null }[] = []
  const lines: string[] = []
  const metrics = createMetrics()
  let now = 0
  let ids = 0
  const limits = { ...smtpLimits(readConfig({})), timeoutCheckMs: 5, ...options.limits }
  const copyBytes = createClientRate({
    perMinute: limits.copyBytesPerMinutePerClient,
    isExempt: ipList(options.settings?.exempt ?? ['127.0.0.1']),
    now: () => now,
  })
  const listener = await openSmtpServer(
    {
      host: '127.0.0.1',
      port: 0,
      name: 'mx.test',
      tls,
      offersStartTls: () => true,
      proxyFrom: [],
      exempt: ['127.0.0.1'],
      ...options.settings,
      limits,
    },
    {
      handlers: {
        resolveRecipient,
        async receiveMail(mail, raw) {
          taken.push({ mail, raw })
          return replies.stored
        },
        mailLost: (mail, sizeBytes, reply) => void lost.push({ mail, sizeBytes, reply }),
        recipientRefused: () => {},
        ...options.handlers,
      },
      log: createLog('debug', { write: (line) => void lines.push(line) }),
      metrics: metrics.smtp,
      newId: () => {
        ids += 1
        return `session${ids}`
      },
      overload: createOverload({ lateness: options.lateness ?? (() => 'none'), now: () => now }),
      disk: options.disk ?? { isReached: () => false },
      copyBytes,
      countGarbage: () => {},
      now: () => now,
    },
  )
  return {
    ...listener,
    /** Mails that came whole. */
    taken,
    /** Mails that did not. */
    lost,
    lines,
    copyBytes,
    advance(ms: number) {
      now += ms
    },
    peer: (peerOptions?: Parameters<typeof smtpPeer>[1]) => smtpPeer(listener.port, peerOptions),
    async [Symbol.asyncDispose]() {
      await listener.drain(0)
    },
  }
}
