import type { Log } from './log.ts'

/** Something that was started and can be stopped. */
export interface Stoppable {
  name: string
  stop(): Promise<void>
}

/** Stops parts in the given order, each to its end; a part that fails does not keep the rest running. */
export async function stopAll(parts: Stoppable[], log: Log): Promise<void> {
  for (const part of parts) {
    try {
      await part.stop()
    } catch (error) {
      log.error({ error, part: part.name }, 'stopping failed')
    }
  }
}
