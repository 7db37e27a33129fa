/**
 * Waits for `work`, but only so long. The work itself goes on; its outcome is then nobody's.
 * @throws what `tooLate` makes when the time is up
 */
export async function withDeadline<T>(work: Promise<T>, budgetMs: number, tooLate: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeUp = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooLate()), budgetMs)
  })
  try {
    return await Promise.race([work, timeUp])
  } finally {
    clearTimeout(timer)
  }
}
