import type { Answer } from './world.ts'

/**
 * Runs `calls` again where a window of the database's clock ended on the way, so that all its answers are of one window; at least one
 * of them must tell when it ends.
 */
export async function inOneWindow(calls: () => Promise<Answer[]>): Promise<Answer[]> {
  for (;;) {
    const answers = await calls()
    const ends = answers.map(({ headers }) => headers['x-ratelimit-reset']).filter((end) => end !== undefined)
    if (new Set(ends).size === 1) return answers
  }
}
