import { Counter, type Registry } from 'prom-client'
import { labelledCounter, readGauge, readLabelledGauge } from './instruments.ts'

const limits = [
  'connections',
  'connections_per_client',
  'connections_per_minute',
  'mails_per_minute',
  'bytes_per_minute',
  'disk',
  'mails_per_connection',
  'event_loop_lag',
  'memory',
  'mail_bytes',
  'mail_line_bytes',
  'command_bytes',
  'recipients',
  'commands',
  'unknown_commands',
  'failed_recipients',
  'idle_time',
  'transfer_rate',
  'transfer_time',
  'session_time',
  'answer_time',
] as const

/** A limit of the SMTP server that a client can reach. */
export type SmtpLimitName = (typeof limits)[number]

const negativeReplies = ['421', '451', '452', '500', '501', '502', '503', '550', '552', '554', '555']

/** The metrics of the SMTP server. */
export interface SmtpMetrics {
  /** A connection was admitted. */
  connected(): void
  /** A client was sent 4xx or 5xx; `limit` where it has reached one. */
  refused(reply: number, limit: SmtpLimitName | null): void
  watchConnections(read: () => Record<'yes' | 'no', number>): void
  watchMemory(read: () => number): void
  /** NaN where it is not known. */
  watchFreeDisk(read: () => number): void
}

/** Makes the metrics of the SMTP server. */
export function smtpMetrics(registers: Registry[]): SmtpMetrics {
  const replied = labelledCounter({
    registers,
    name: 'inlet_smtp_negative_replies_total',
    help: 'Replies 4xx and 5xx sent to SMTP clients, to connections, commands and mails.',
    label: 'reply',
    values: negativeReplies,
  })
  const hit = labelledCounter({
    registers,
    name: 'inlet_smtp_limit_hits_total',
    help: 'Times that an SMTP client met a limit.',
    label: 'limit',
    values: limits,
  })
  const connections = new Counter({
    registers,
    name: 'inlet_smtp_connections_opened_total',
    help: 'SMTP connections that were let in.',
  })

  return {
    connected: () => connections.inc(),
    refused(reply, limit) {
      replied(String(reply))
      if (limit) hit(limit)
    },
    watchConnections: readLabelledGauge({
      registers,
      name: 'inlet_smtp_connections',
      help: 'SMTP connections that are open, by whether they are encrypted.',
      label: 'tls',
      values: ['yes', 'no'],
    }),
    watchMemory: readGauge({
      registers,
      name: 'inlet_smtp_transfer_bytes',
      help: 'Memory that mails on their way in hold, out of SMTP_DATA_MEMORY_MB.',
    }),
    watchFreeDisk: readGauge({
      registers,
      name: 'inlet_database_disk_free_bytes',
      help: 'Free space on the disk of the database at the last look; NaN where it is not known. Below SMTP_MIN_FREE_DISK_MB no mail is taken.',
    }),
  }
}
