import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setPriority } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { answerOrder } from '../answer-order.ts'
import { type AttackName, attacks } from './attacks.ts'

/** Connections that attack for some time. The process sends back how often the server closed one. */
export interface AttackOrder {
  host: string
  port: number
  /** The local addresses of the connections, in turn. */
  from: string[]
  name: AttackName
  connections: number
  seconds: number
}

export interface AttackResult {
  hungUp: number
}

async function run(order: AttackOrder): Promise<AttackResult> {
  // The attackers' own cost would be on other machines.
  setPriority(10)
  const text = attacks[order.name]
  const endsAt = performance.now() + order.seconds * 1000
  const open = new Set<Socket>()
  let hungUp = 0

  async function attackOnce(index: number): Promise<void> {
    const localAddress = order.from[index % order.from.length]
    const socket = connect({ host: order.host, port: order.port, localAddress })
    open.add(socket)
    socket.on('error', () => {}).on('data', () => {})
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
    await Promise.race([once(socket, 'connect').catch(() => {}), closed])
    if (text === '') {
      await Promise.race([closed, pause(Math.max(1, endsAt - performance.now()))])
      return
    }
    while (!socket.destroyed && performance.now() < endsAt) {
      if (!socket.write(text)) await Promise.race([once(socket, 'drain').catch(() => {}), closed, pause(1_000)])
      else await pause(1)
    }
    socket.destroy()
    open.delete(socket)
  }

  async function connection(index: number): Promise<void> {
    // Not all at once: the system's accept queue would refuse them before the server could.
    await pause(index / 5)
    while (performance.now() < endsAt) {
      await attackOnce(index)
      hungUp += 1
    }
  }

  await Promise.all(Array.from({ length: order.connections }, (_, index) => connection(index)))
  for (const socket of open) socket.destroy()
  return { hungUp }
}

answerOrder(run)
