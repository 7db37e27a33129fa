import { hostileMailNames, hostileMails } from '@inlet/testkit'
import { answerOrder } from './answer-order.ts'
import { LoadConnection } from './load-connection.ts'

/** So many copies of one hostile mail, each over a connection of its own, all at once; the result is the process's only answer. */
export interface HostileOrder {
  host: string
  port: number
  /** The addresses of this machine to send from, in turn. */
  from: string[]
  name: string
  mailBytes: number
  copies: number
  to: string
}

/** Per copy the time from the final dot to the reply; null where it was refused. */
export interface HostileResult {
  answerMs: (number | null)[]
}

/** Lines as they stand on the wire, in an attachment that no parser looks into. */
const wireLines: Record<string, string> = { 'plain lines': `${'x'.repeat(74)}\r\n`, 'dotted lines': '..\r\n' }

const lineEnd = Buffer.from('\r\n')
const nothing = Buffer.alloc(0)
/** Where a line of a hostile mail is broken, so that it gets past the limit for lines. */
const lineBytesMax = 100_000

async function run(order: HostileOrder): Promise<HostileResult> {
  const mail = wireMail(order)
  const send = async (copy: number) => {
    const client = await LoadConnection.open(order.host, order.port, order.from[copy % order.from.length])
    const answer = await client.send(order.to, [Buffer.from(`X-Copy: ${copy}\r\n`), mail])
    client.close()
    return answer
  }
  return { answerMs: await Promise.all(Array.from({ length: order.copies }, (_, copy) => send(copy))) }
}

function wireMail({ name, mailBytes }: HostileOrder): Buffer {
  const line = wireLines[name]
  if (line) {
    const head =
      'From: a@b.example\r\nContent-Type: application/octet-stream\r\nContent-Transfer-Encoding: 8bit\r\n\r\n'
    return Buffer.from(head + line.repeat(Math.floor(mailBytes / line.length)), 'latin1')
  }
  const known = hostileMailNames.find((each) => each === name)
  if (!known) throw new Error(`no hostile mail is called ${name}`)
  return wireForm(hostileMails[known](mailBytes))
}

/** No line too long to be taken, dots stuffed (RFC 5321 §4.5.2), and CRLF at the end. */
function wireForm(mail: Buffer): Buffer {
  const stuffed = Buffer.from(mail.toString('latin1').replaceAll('\r\n.', '\r\n..'), 'latin1')
  const pieces: Buffer[] = []
  for (let from = 0; from < stuffed.length; ) {
    const window = stuffed.subarray(from, from + lineBytesMax)
    const end = window.lastIndexOf('\n') + 1
    const hasEnd = end > 0 || from + lineBytesMax >= stuffed.length
    const piece = end > 0 ? window.subarray(0, end) : window
    pieces.push(piece, hasEnd ? nothing : lineEnd)
    from += piece.length
  }
  if (!stuffed.subarray(-2).equals(lineEnd)) pieces.push(lineEnd)
  return Buffer.concat(pieces)
}

answerOrder(run)
