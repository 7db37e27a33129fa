/**
 * Waits for `work`, at most `budgetMs`. After that the work goes on, and its outcome is ignored.
 * @throws the error of `tooLate` when the time is up
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
