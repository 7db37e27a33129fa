/** The other side of `runInChild`: takes the one order, answers with what `run` makes of it, and ends; also when the bench itself does. */
export function answerOrder<Order, Result>(run: (order: Order) => Promise<Result>): void {
  process.once('disconnect', () => process.exit(1))
  process.once('message', (order: Order) => {
    void run(order).then((result) => process.send?.(result, () => process.exit(0)))
  })
}
