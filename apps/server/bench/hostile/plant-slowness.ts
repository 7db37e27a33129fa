import { parentPort, threadName } from 'node:worker_threads'

/**
 * Loaded into every thread of the server that is measured, before anything of its own: in the parsing threads a mail that begins with
 * `X-Planted-Ms: 3000` takes so long, like a mail with a slow pattern that has not been found yet. The server has no code for it.
 */
function plantSlowness(): void {
  const port = parentPort
  if (!port) return
  const on = port.on.bind(port)
  Object.assign(port, {
    on: (name: 'message', listener: (tasks: unknown[]) => void) =>
      on(name, (tasks: unknown[]) => listener(tasks.map(slowed))),
  })
}

/** The delay runs where the parser first reads `isTls`, so that the thread counts it as work on this mail. */
function slowed(task: unknown): unknown {
  let leftMs = plantedMs(task)
  if (leftMs === 0 || typeof task !== 'object' || task === null || !('envelope' in task)) return task
  const envelope = Object.defineProperty(Object.assign({}, task.envelope), 'isTls', {
    get() {
      burn(leftMs)
      leftMs = 0
      return false
    },
  })
  return { ...task, envelope }
}

/** The connection adds a header field above. */
function plantedMs(task: unknown): number {
  if (typeof task !== 'object' || task === null || !('raw' in task) || !(task.raw instanceof Uint8Array)) return 0
  const { buffer, byteOffset, byteLength } = task.raw
  const head = Buffer.from(buffer, byteOffset, Math.min(100, byteLength)).toString('latin1')
  return Number(/^X-Planted-Ms: (\d+)/m.exec(head)?.[1] ?? 0)
}

/** Measured in processor time of the thread. */
function burn(ms: number): void {
  const before = process.threadCpuUsage()
  for (;;) {
    const { user, system } = process.threadCpuUsage(before)
    if (user + system >= ms * 1_000) return
  }
}

if (threadName === 'parsing') plantSlowness()
