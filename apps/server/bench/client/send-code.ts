import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { LoadConnection } from '../load-connection.ts'
import type { ServedProduct } from '../served-product.ts'

/** A sender that was turned away comes again after so long. */
const retryMs = 500
const tries = 60

/**
 * Sends a mail with a one-time code over a connection of its own, as the application under test does: again where the server is too busy
 * just now. @returns how many times it was sent again
 */
export async function sendCode({ demo }: ServedProduct, to: string, code: string): Promise<number> {
  const lines = [
    'From: Shop <no-reply@shop.example>',
    `To: ${to}`,
    'Subject: Your code',
    `Message-ID: <${randomUUID()}@shop.example>`,
    '',
    `Your verification code is ${code}.`,
    '',
  ]
  const mail = [Buffer.from(lines.join('\r\n'))]
  for (let again = 0; again < tries; again += 1) {
    const isTaken = await sendOnce(demo.smtp, to, mail).catch(() => false)
    if (isTaken) return again
    await pause(retryMs)
  }
  throw new Error(`a mail with a code was refused ${tries} times`)
}

async function sendOnce({ host, port }: ServedProduct['demo']['smtp'], to: string, mail: Buffer[]): Promise<boolean> {
  const connection = await LoadConnection.open(host, port)
  try {
    return (await connection.send([to], mail)) !== null
  } finally {
    connection.close()
  }
}
