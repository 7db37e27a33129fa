import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { listenError } from '../../start/listen-error.ts'
import { type DoctorFinding, findings } from './finding.ts'

const answerMs = 2_000

interface ListeningPlace {
  check: string
  host: string
  port: number
  /** What is sent to a server that listens there, and whether its reply is that of Inlet. */
  greeting: string
  isOurReply: (reply: string) => boolean
  /** The server whose settings name the address. */
  server: 'HTTP' | 'SMTP' | 'METRICS'
}

/** Checks that the server could listen on an address, or does so already. */
export async function checkPort(place: ListeningPlace): Promise<DoctorFinding> {
  const { check, host, port } = place
  const { ok, fail } = findings(check)
  const where = `${host}:${port}`
  const code = await tryListening(host, port)
  if (code === null) return ok(port === 0 ? 'the system chooses' : `${where} is free`)
  if (code === 'EADDRINUSE' && (await isOurs(place))) return ok(`${where} is served by a running Inlet`)
  const { message, advice } = listenError(place, code)
  return fail(message, advice)
}

async function tryListening(host: string, port: number): Promise<string | null> {
  const server = createServer()
  try {
    server.listen({ host, port, exclusive: true })
    await once(server, 'listening')
    server.close()
    return null
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
  }
}

async function isOurs({ host, port, greeting, isOurReply }: ListeningPlace): Promise<boolean> {
  const everywhere = host === '0.0.0.0' || host === '::'
  const socket = connect({ host: everywhere ? '127.0.0.1' : host, port })
  socket.setTimeout(answerMs, () => socket.destroy())
  try {
    if (greeting !== '') socket.write(greeting)
    let reply = ''
    for await (const chunk of socket) {
      reply += String(chunk)
      if (isOurReply(reply)) return true
      if (reply.length > 4_096) return false
    }
    return false
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
