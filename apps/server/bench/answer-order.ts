/** The child's side of `runInChild`: takes one order, sends back the result of `run`, and ends; also when the bench ends. */
export function answerOrder<Order, Result>(run: (order: Order) => Promise<Result>): void {
  process.once('disconnect', () => process.exit(1))
  process.once('message', (order: Order) => {
    void run(order).then((result) => process.send?.(result, () => process.exit(0)))
  })
}
