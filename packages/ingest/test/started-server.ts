import type { Recipient } from '@inlet/core'
import { createLog, createMetrics, ipList } from '@inlet/runtime'
import { createClientRate } from '../src/smtp/guards/client-rate.ts'
import { createOverload, type Lateness } from '../src/smtp/guards/overload.ts'
import { type Reply, replies } from '../src/smtp/replies.ts'
import type { MailHandlers, MailTransaction } from '../src/smtp/server-context.ts'
import { SmtpRefusal } from '../src/smtp/smtp-reply.ts'
import { openSmtpServer } from '../src/smtp/smtp-server.ts'
import { type SmtpLimits, type SmtpSettings, standardSmtpLimits } from '../src/smtp/smtp-settings.ts'
import { tlsMaterial } from '../src/smtp/tls-material.ts'
import { smtpPeer } from './smtp-peer.ts'

interface ServerWish {
  limits?: Partial<SmtpLimits>
  settings?: Partial<Omit<SmtpSettings, 'limits'>>
  handlers?: Partial<MailHandlers>
  lateness?: () => Lateness
  disk?: { isReached(): boolean }
}

const tls = await tlsMaterial('mx.test', {})

/** A recipient of the tests' only domain; its local part decides: `unknown…` is 550, `broken` throws what nobody foresaw. */
export async function resolveRecipient(address: string): Promise<Recipient> {
  const [localPart = '', hostname = ''] = address.toLowerCase().split('@')
  if (localPart.startsWith('unknown')) throw new SmtpRefusal('NOT_FOUND', 'No such mailbox')
  if (localPart === 'broken') throw new TypeError('of no concern to a sender')
  return {
    addressId: `id of ${localPart}`,
    fullAddress: address.toLowerCase(),
    localPart,
    detail: null,
    toAddr: address.toLowerCase(),
    domain: { _id: 'domain', serviceId: 'service', hostname, publicInbox: false },
    retentionDays: 7,
    isLive: true,
  }
}

/** A server on a port of the system's choice whose clock stands still until it is told to go on; nothing is behind it. */
export async function startServer(wish: ServerWish = {}) {
  const taken: { mail: MailTransaction; raw: Buffer }[] = []
  const lost: { mail: MailTransaction; sizeBytes: number; reply: Reply | null }[] = []
  const lines: string[] = []
  const metrics = createMetrics()
  let now = 0
  let ids = 0
  const limits = { ...standardSmtpLimits, tickMs: 5, ...wish.limits }
  const copyBytes = createClientRate({
    perMinute: limits.copyBytesPerMinutePerClient,
    isExempt: ipList(wish.settings?.exempt ?? ['127.0.0.1']),
    now: () => now,
  })
  const listener = await openSmtpServer(
    {
      host: '127.0.0.1',
      port: 0,
      name: 'mx.test',
      tls,
      proxyFrom: [],
      exempt: ['127.0.0.1'],
      ...wish.settings,
      limits,
    },
    {
      handlers: {
        resolveRecipient,
        async takeMail(mail, raw) {
          taken.push({ mail, raw })
          return replies.stored
        },
        lostMail: (mail, sizeBytes, reply) => void lost.push({ mail, sizeBytes, reply }),
        recipientRefused: () => {},
        ...wish.handlers,
      },
      log: createLog('debug', { write: (line) => void lines.push(line) }),
      metrics: metrics.smtp,
      newId: () => {
        ids += 1
        return `session${ids}`
      },
      overload: createOverload({ lateness: wish.lateness ?? (() => 'none'), now: () => now }),
      disk: wish.disk ?? { isReached: () => false },
      copyBytes,
      now: () => now,
    },
  )
  return {
    ...listener,
    /** Mails that came whole, and those that did not. */
    taken,
    lost,
    lines,
    copyBytes,
    /** Lets the server's clock go on. */
    advance(ms: number) {
      now += ms
    },
    peer: (options?: Parameters<typeof smtpPeer>[1]) => smtpPeer(listener.port, options),
    async [Symbol.asyncDispose]() {
      await listener.drain(0)
    },
  }
}
