import type { Log } from './log.ts'

/** A started part of the program. */
export interface Stoppable {
  name: string
  stop(): Promise<void>
}

/** Stops parts one after the other in the given order; when one fails, the rest are still stopped. */
export async function stopAll(parts: Stoppable[], log: Log): Promise<void> {
  for (const part of parts) {
    try {
      await part.stop()
    } catch (error) {
      log.error({ error, part: part.name }, 'stopping failed')
    }
  }
}
