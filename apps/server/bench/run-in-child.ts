import { fork } from 'node:child_process'

/**
 * Gives a script of the bench its order in a process of its own, and waits for its one answer; `over` asks it to end.
 * @throws when it ends without an answer
 */
export function runInChild<Order extends object, Result>(
  script: string,
  order: Order,
  over?: Promise<unknown>,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    // In a session of its own: Linux first divides processor time between sessions, so the load does not take the server's share.
    const child = fork(new URL(script, import.meta.url), { detached: true })
    child.once('message', (result: Result) => resolve(result))
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code}`)))
    child.send(order)
    void over?.finally(() => child.connected && child.send('over'))
  })
}
