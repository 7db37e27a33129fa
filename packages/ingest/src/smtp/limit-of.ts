import type { SmtpLimitName } from '@inlet/runtime'
import { type Reply, replies } from './replies.ts'

/** The limits, by what a client hears that meets them. */
const limits = new Map<Reply, SmtpLimitName>([
  [replies.tooManyConnections, 'connections'],
  [replies.tooManyOfClient, 'connections_per_client'],
  [replies.tooOften, 'connections_per_minute'],
  [replies.tooManyCopies, 'mails_per_minute'],
  [replies.tooManyBytes, 'bytes_per_minute'],
  [replies.noStorage, 'disk'],
  [replies.enoughMails, 'mails_per_connection'],
  [replies.tooBusy, 'event_loop_lag'],
  [replies.overloaded, 'event_loop_lag'],
  [replies.noMemory, 'memory'],
  [replies.noMemoryLeft, 'memory'],
  [replies.makesWay, 'memory'],
  [replies.tooLarge, 'mail_bytes'],
  [replies.farTooLarge, 'mail_bytes'],
  [replies.mailLineTooLong, 'mail_line_bytes'],
  [replies.lineTooLong, 'command_bytes'],
  [replies.tooManyRecipients, 'recipients'],
  [replies.tooManyCommands, 'commands'],
  [replies.tooManyUnknown, 'unknown_commands'],
  [replies.tooManyFailures, 'failed_recipients'],
  [replies.idle, 'idle_time'],
  [replies.tooSlow, 'transfer_rate'],
  [replies.dataTooLong, 'transfer_time'],
  [replies.sessionTooLong, 'session_time'],
  [replies.notInTime, 'answer_time'],
])

/** The limit that a reply tells of; null for every other reply. */
export const limitOf = (reply: Reply): SmtpLimitName | null => limits.get(reply) ?? null
