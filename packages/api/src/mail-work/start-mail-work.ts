import type { MessageParts } from '@inlet/contract'
import type { Log } from '@inlet/runtime'
import type { MailTask } from './mail-worker.ts'
import { type WorkRoom, workRoom } from './work-room.ts'

/**
 * Two, so that one slow mail stands in nobody else's way. Twenty-five MiB of mail take a quarter of a second; a thread that has had
 * nothing to do for a minute gives its memory back.
 */
const limits = { threads: 2, deadlineMs: 10_000, startMs: 30_000, idleMs: 60_000, heapMb: 256, waitingPerCaller: 20 }

/** Makes the room in which a process reads mails on behalf of callers. */
export const mailWork = (log: Log): WorkRoom<MailTask, MessageParts> =>
  workRoom(new URL('./mail-worker.ts', import.meta.url), limits, log)
