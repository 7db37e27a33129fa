import type { ErrorCode } from '@inlet/contract'
import { Counter, Histogram, type Registry } from 'prom-client'
import { inSeconds, labelledCounter, readGauge, readLabelledGauge, secondsBuckets } from './instruments.ts'

const parseBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
/** Up to the largest batch. */
const batchBuckets = [1, 2, 4, 8, 16, 24, 32, 48, 64]
const refusalLabels = ['reason', 'reply'] as const

const copyOutcomes = ['stored', 'duplicate', 'gone', 'failed'] as const
type CopyOutcome = (typeof copyOutcomes)[number]

const parseQueues = ['small', 'large'] as const
type ParseQueue = (typeof parseQueues)[number]

/** The error code of a refusal and its SMTP reply. */
interface Refusal {
  reason: ErrorCode
  reply: number
}

/** The metrics of mails, from the final dot to the commit; times are in milliseconds. */
export interface MailMetrics {
  /** A mail was answered 250, `dotToReplyMs` after its final dot. */
  accepted(mail: { dotToReplyMs: number; hasCode: boolean; isMalformed: boolean }): void
  refused(refusal: Refusal): void
  /** A mail never became whole: its sender disconnected, or the server did. */
  lost(by: 'sender' | 'server'): void
  recipientRefused(refusal: Refusal): void
  /** A thread has parsed a mail; without the time that it waited. */
  parsed(parseMs: number): void
  threadReplaced(reason: string): void
  /** The database has confirmed a batch. */
  batch(batch: { copies: number; commitMs: number }): void
  /** The database has not confirmed a batch: its senders do not get 250. */
  batchFailed(): void
  copy(outcome: CopyOutcome): void
  watchParseQueues(read: () => Record<ParseQueue, number>): void
  watchParsing(read: () => number): void
  watchCommitQueue(read: () => number): void
}

/** Makes the metrics of mails. */
export function mailMetrics(registers: Registry[]): MailMetrics {
  const accepted = new Counter({ registers, name: 'inlet_mails_accepted_total', help: 'Mails that had their 250.' })
  const withCode = new Counter({
    registers,
    name: 'inlet_mails_with_code_total',
    help: 'Of the accepted mails, those in which a one-time code was found.',
  })
  const malformed = new Counter({
    registers,
    name: 'inlet_mails_malformed_total',
    help: 'Of the accepted mails, those stored raw because they could not be parsed.',
  })
  const refused = new Counter({
    registers,
    name: 'inlet_mails_refused_total',
    help: 'Whole mails, and mails that grew too large, that were refused, by error code and SMTP reply.',
    labelNames: refusalLabels,
  })
  // An alert looks at their share: from 0 on, the first one is an increase.
  refused.inc({ reason: 'SERVICE_UNAVAILABLE', reply: '451' }, 0)
  refused.inc({ reason: 'INTERNAL_SERVER_ERROR', reply: '451' }, 0)
  const recipientRefused = new Counter({
    registers,
    name: 'inlet_recipients_refused_total',
    help: 'Recipients that were refused at RCPT after a look-up, by error code and SMTP reply.',
    labelNames: refusalLabels,
  })
  recipientRefused.inc({ reason: 'NOT_FOUND', reply: '550' }, 0)
  recipientRefused.inc({ reason: 'PAYMENT_REQUIRED', reply: '452' }, 0)
  recipientRefused.inc({ reason: 'SERVICE_UNAVAILABLE', reply: '451' }, 0)
  const dotToReply = new Histogram({
    registers,
    buckets: secondsBuckets,
    name: 'inlet_mail_dot_to_250_seconds',
    help: 'Time from the final dot of a mail, read, to its 250, handed to the socket.',
  })
  const parseTime = new Histogram({
    registers,
    name: 'inlet_parse_seconds',
    help: 'Time for which a parsing thread worked on a mail, waiting left out; mails that ended their thread are missing.',
    buckets: parseBuckets,
  })
  const batchSize = new Histogram({
    registers,
    name: 'inlet_commit_batch_messages',
    help: 'Copies of mails in one commit.',
    buckets: batchBuckets,
  })
  const commitTime = new Histogram({
    registers,
    buckets: secondsBuckets,
    name: 'inlet_commit_seconds',
    help: 'Time from a batch being sent to the database until it is durable, and with that visible to every reader.',
  })
  const failedBatches = new Counter({
    registers,
    name: 'inlet_commit_failures_total',
    help: 'Commits that the database did not confirm: all of their senders got a reply to try again.',
  })

  return {
    accepted({ dotToReplyMs, hasCode, isMalformed }) {
      accepted.inc()
      if (hasCode) withCode.inc()
      if (isMalformed) malformed.inc()
      dotToReply.observe(inSeconds(dotToReplyMs))
    },
    refused: ({ reason, reply }) => refused.inc({ reason, reply: String(reply) }),
    lost: labelledCounter({
      registers,
      name: 'inlet_mails_lost_total',
      help: 'Mails cut off before their final dot, by who ended the connection; their senders keep them.',
      label: 'by',
      values: ['sender', 'server'],
    }),
    recipientRefused: ({ reason, reply }) => recipientRefused.inc({ reason, reply: String(reply) }),
    parsed: (parseMs) => parseTime.observe(inSeconds(parseMs)),
    threadReplaced: labelledCounter({
      registers,
      name: 'inlet_parse_threads_replaced_total',
      help: 'Parsing threads that a mail, or an error of their own, ended; slow: interrupted for other mails, tried again.',
      label: 'reason',
      values: ['slow', 'deadline', 'ERR_WORKER_OUT_OF_MEMORY', 'exit', 'disorder'],
    }),
    batch({ copies, commitMs }) {
      batchSize.observe(copies)
      commitTime.observe(inSeconds(commitMs))
    },
    batchFailed: () => failedBatches.inc(),
    copy: labelledCounter({
      registers,
      name: 'inlet_messages_received_total',
      help: 'Copies of mails, one for each recipient, by what became of them at commit.',
      label: 'outcome',
      values: copyOutcomes,
    }),
    watchParseQueues: readLabelledGauge({
      registers,
      name: 'inlet_parse_queue_mails',
      help: 'Mails that wait for a parsing thread; large are also those of clients whose mails take long.',
      label: 'size',
      values: parseQueues,
    }),
    watchParsing: readGauge({
      registers,
      name: 'inlet_parse_running_mails',
      help: 'Mails that parsing threads have been given.',
    }),
    watchCommitQueue: readGauge({
      registers,
      name: 'inlet_commit_queue_messages',
      help: 'Copies of mails that wait for the next commit.',
    }),
  }
}
