/**
 * What a thread's script and its pool say to each other. Tasks and answers have the id of their job and are sent in lists, since a
 * message between threads takes as long as a tenth of a mail.
 */
export type ToThread<Task> = Task[] | { forgotten: number }

/** A thread is ready for tasks, which is said once; it has answers; or it has something to say that belongs to no job. */
export type FromThread<Answer> = ThreadReady | Answer[] | { notice: string }

/** The first message of a thread. */
export type ThreadReady = 'ready'

/** Memory that a thread shares with its pool: first the id of the job that it works on, then the number of its turn. */
export function threadProgress(workerData: unknown): Int32Array {
  const isGiven = typeof workerData === 'object' && workerData !== null && 'progress' in workerData
  if (isGiven && workerData.progress instanceof Int32Array) return workerData.progress
  throw new TypeError('The thread was started without its progress')
}
