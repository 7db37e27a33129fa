import { fork } from 'node:child_process'

/** Gives a script of the bench its order in a process of its own, and waits for its one answer. @throws when it ends without one */
export function runInChild<Order extends object, Result>(script: string, order: Order): Promise<Result> {
  return new Promise((resolve, reject) => {
    const child = fork(new URL(script, import.meta.url))
    child.once('message', (result: Result) => resolve(result))
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code}`)))
    child.send(order)
  })
}
