const windowMs = 15 * 60_000

/** Runs `calls` again where a window ended on the way: tries are counted by the database's clock, which no test moves. */
export async function inOneLoginWindow<T>(calls: () => Promise<T>): Promise<T> {
  for (;;) {
    const beganIn = Math.floor(Date.now() / windowMs)
    const result = await calls()
    if (Math.floor(Date.now() / windowMs) === beganIn) return result
  }
}
