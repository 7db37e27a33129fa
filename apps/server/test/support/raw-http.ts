import { connect } from 'node:net'
import type { Answer } from './world.ts'

/** Sends bytes as they are and reads until the server hangs up, so the bytes should ask it to. @returns the answers, in order */
export async function rawHttp(port: number, bytes: string | Buffer): Promise<Answer[]> {
  const socket = connect({ host: '127.0.0.1', port })
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  // A server that hangs up on what is still being written resets the connection; what it said before counts.
  const closed = new Promise((resolve) => socket.on('error', () => {}).on('close', resolve))
  socket.write(bytes)
  await closed
  return answersOf(Buffer.concat(chunks).toString())
}

/** The answers in what a server said, in order. */
export function answersOf(text: string): Answer[] {
  const answers: Answer[] = []
  let rest = text
  while (rest !== '') {
    const parted = /^HTTP\/1\.1 (\d{3}) [^\r\n]*\r\n((?:[^\r\n]+\r\n)*)\r\n/.exec(rest)
    if (!parted) throw new Error(`no HTTP answer: ${JSON.stringify(rest)}`)
    const [whole, status = '', head = ''] = parted
    const headers = fieldsOf(head)
    const end = whole.length + Number(headers['content-length'] ?? 0)
    const body = rest.slice(whole.length, end)
    const isJson = headers['content-type']?.startsWith('application/json') && body !== ''
    answers.push({ status: Number(status), headers, body: isJson ? JSON.parse(body) : undefined, text: body })
    rest = rest.slice(end)
  }
  return answers
}

function fieldsOf(head: string): Record<string, string> {
  const lines = head.split('\r\n').filter((line) => line !== '')
  return Object.fromEntries(
    lines.map((line) => {
      const [name = '', ...value] = line.split(':')
      return [name.toLowerCase(), value.join(':').trim()]
    }),
  )
}
