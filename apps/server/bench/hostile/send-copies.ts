import { answerOrder } from '../answer-order.ts'
import { LoadConnection } from '../load-connection.ts'
import { wireMail } from './wire-mail.ts'

/** Sends copies of one mail at the same time, each over its own connection. The process answers when all have their replies. */
export interface CopiesOrder {
  host: string
  port: number
  /** The local addresses of the connections, in turn. */
  from: string[]
  name: string
  mailBytes: number
  copies: number
  to: string
}

async function run(order: CopiesOrder): Promise<object> {
  const mail = wireMail(order.name, order.mailBytes)
  const send = async (copy: number) => {
    const client = await LoadConnection.open(order.host, order.port, order.from[copy % order.from.length])
    await client.send([order.to], [Buffer.from(`X-Copy: ${copy}\r\n`), mail])
    client.close()
  }
  await Promise.all(Array.from({ length: order.copies }, (_, copy) => send(copy)))
  return {}
}

answerOrder(run)
