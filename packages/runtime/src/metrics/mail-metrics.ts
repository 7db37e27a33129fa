import type { ErrorCode } from '@inlet/contract'
import type { Instruments } from './instruments.ts'

const parseBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
/** Up to the most that a batch takes. */
const batchBuckets = [1, 2, 4, 8, 16, 24, 32, 48, 64]
const refusalLabels = ['reason', 'reply'] as const

const copyOutcomes = ['stored', 'duplicate', 'gone', 'failed'] as const
type CopyOutcome = (typeof copyOutcomes)[number]

const parseQueues = ['small', 'large'] as const
type ParseQueue = (typeof parseQueues)[number]

/** A refusal as its sender heard it: the error code behind it, and the SMTP reply. */
interface Refusal {
  reason: ErrorCode
  reply: number
}

/** What becomes of mails, from their final dot to the commit; times are in milliseconds. */
export interface MailMetrics {
  /** A mail has had its 250, `dotToReplyMs` after its final dot. */
  accepted(mail: { dotToReplyMs: number; hasCode: boolean; isMalformed: boolean }): void
  refused(refusal: Refusal): void
  /** A mail never became whole: its sender hung up, or we did. */
  lost(by: 'sender' | 'server'): void
  recipientRefused(refusal: Refusal): void
  /** A thread has parsed a mail; waiting is not in it. */
  parsed(parseMs: number): void
  threadReplaced(reason: string): void
  /** The database has answered for a batch. */
  batch(batch: { copies: number; commitMs: number }): void
  /** The database has not, so that no sender of the batch may be told 250. */
  batchFailed(): void
  copy(outcome: CopyOutcome): void
  watchParseQueues(read: () => Record<ParseQueue, number>): void
  watchParsing(read: () => number): void
  watchCommitQueue(read: () => number): void
}

/** Makes the instruments of mails. */
export function mailMetrics(make: Instruments): MailMetrics {
  const accepted = make.counter({ name: 'inlet_mails_accepted_total', help: 'Mails that had their 250.' })
  const withCode = make.counter({
    name: 'inlet_mails_with_code_total',
    help: 'Of the accepted mails, those in which a one-time code was found.',
  })
  const malformed = make.counter({
    name: 'inlet_mails_malformed_total',
    help: 'Of the accepted mails, those stored raw because they could not be parsed.',
  })
  const refused = make.counterBy({
    name: 'inlet_mails_refused_total',
    help: 'Whole mails, and mails that grew too large, that were refused, by error code and SMTP reply.',
    labels: refusalLabels,
    // An alert looks at their share: the first one has to be seen as one more.
    known: [
      { reason: 'SERVICE_UNAVAILABLE', reply: '451' },
      { reason: 'INTERNAL_SERVER_ERROR', reply: '451' },
    ],
  })
  const recipientRefused = make.counterBy({
    name: 'inlet_recipients_refused_total',
    help: 'Recipients that were refused at RCPT after a look-up, by error code and SMTP reply.',
    labels: refusalLabels,
    known: [
      { reason: 'NOT_FOUND', reply: '550' },
      { reason: 'SERVICE_UNAVAILABLE', reply: '451' },
    ],
  })
  const dotToReply = make.durations({
    name: 'inlet_mail_dot_to_250_seconds',
    help: 'Time from the final dot of a mail, read, to its 250, handed to the socket.',
  })
  const parseTime = make.durations({
    name: 'inlet_parse_seconds',
    help: 'Time for which a parsing thread worked on a mail, waiting left out; mails that ended their thread are missing.',
    buckets: parseBuckets,
  })
  const batchSize = make.sizes({
    name: 'inlet_commit_batch_messages',
    help: 'Copies of mails in one commit.',
    buckets: batchBuckets,
  })
  const commitTime = make.durations({
    name: 'inlet_commit_seconds',
    help: 'Time from a batch being sent to the database until it is durable, and with that visible to every reader.',
  })

  return {
    accepted({ dotToReplyMs, hasCode, isMalformed }) {
      accepted()
      if (hasCode) withCode()
      if (isMalformed) malformed()
      dotToReply(dotToReplyMs)
    },
    refused: ({ reason, reply }) => refused({ reason, reply: String(reply) }),
    lost: make.labelledCounter({
      name: 'inlet_mails_lost_total',
      help: 'Mails cut off before their final dot, by who ended the connection; their senders keep them.',
      label: 'by',
      values: ['sender', 'server'],
    }),
    recipientRefused: ({ reason, reply }) => recipientRefused({ reason, reply: String(reply) }),
    parsed: parseTime,
    threadReplaced: make.labelledCounter({
      name: 'inlet_parse_threads_replaced_total',
      help: 'Parsing threads that a mail, or a fault of their own, ended; slow: interrupted for other mails, tried again.',
      label: 'reason',
      values: ['slow', 'deadline', 'ERR_WORKER_OUT_OF_MEMORY', 'exit', 'disorder'],
    }),
    batch({ copies, commitMs }) {
      batchSize(copies)
      commitTime(commitMs)
    },
    batchFailed: make.counter({
      name: 'inlet_commit_failures_total',
      help: 'Commits that the database did not confirm: all of their senders were told to try again.',
    }),
    copy: make.labelledCounter({
      name: 'inlet_messages_received_total',
      help: 'Copies of mails, one for each recipient, by what became of them at commit.',
      label: 'outcome',
      values: copyOutcomes,
    }),
    watchParseQueues: make.labelledGauge({
      name: 'inlet_parse_queue_mails',
      help: 'Mails that wait for a parsing thread; large are also those of clients whose mails take long.',
      label: 'size',
      values: parseQueues,
    }),
    watchParsing: make.gauge({
      name: 'inlet_parse_running_mails',
      help: 'Mails that parsing threads have been given.',
    }),
    watchCommitQueue: make.gauge({
      name: 'inlet_commit_queue_messages',
      help: 'Copies of mails that wait for the next commit.',
    }),
  }
}
