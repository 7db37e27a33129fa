import { randomUUID } from 'node:crypto'
import { LoadConnection } from '../load-connection.ts'
import type { ServedProduct } from '../served-product.ts'

/** Sends a mail with a one-time code over a connection of its own, as the application under test does. */
export async function sendCode({ demo }: ServedProduct, to: string, code: string): Promise<void> {
  const lines = [
    'From: Shop <no-reply@shop.example>',
    `To: ${to}`,
    'Subject: Your code',
    `Message-ID: <${randomUUID()}@shop.example>`,
    '',
    `Your verification code is ${code}.`,
    '',
  ]
  const connection = await LoadConnection.open(demo.smtp.host, demo.smtp.port)
  const latency = await connection.send([to], [Buffer.from(lines.join('\r\n'))])
  connection.close()
  if (latency === null) throw new Error('a mail with a code was refused')
}
