import { waitFor } from '@inlet/testkit'
import { expect, test } from 'vitest'
import type { SmtpPeer } from '../../test/smtp-peer.ts'
import { resolveRecipient, startServer } from '../../test/started-server.ts'
import { replies } from './replies.ts'

const never = new Promise<never>(() => {})

interface Ending {
  says: string
  end: (peer: SmtpPeer) => Promise<unknown>
}

const reset = (peer: SmtpPeer) => peer.socket.resetAndDestroy()
const upTo = async (peer: SmtpPeer, ...lines: string[]) => {
  for (const line of lines) await peer.say(line)
}

const endings: Ending[] = [
  {
    says: 'breaks off among commands',
    async end(peer) {
      reset(peer)
    },
  },
  {
    says: 'breaks off while a recipient is looked up',
    async end(peer) {
      await upTo(peer, 'MAIL FROM:<a@b.example>')
      await peer.write('RCPT TO:<slow@inlet.example>\r\nNOOP\r\n')
      reset(peer)
    },
  },
  {
    says: 'breaks off inside a mail',
    async end(peer) {
      await peer.begin()
      await peer.write('x'.repeat(10_000))
      reset(peer)
    },
  },
  {
    says: 'breaks off while its mail is committed',
    async end(peer) {
      await peer.begin('pending@inlet.example')
      await peer.write('Subject: x\r\n.\r\n')
      reset(peer)
    },
  },
  {
    says: 'breaks off before the handshake',
    async end(peer) {
      await upTo(peer, 'STARTTLS')
      reset(peer)
    },
  },
  {
    says: 'breaks off within the handshake',
    async end(peer) {
      await upTo(peer, 'STARTTLS')
      await peer.write(Buffer.of(0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3))
      reset(peer)
    },
  },
  {
    says: 'closes its side instead of a handshake',
    async end(peer) {
      await upTo(peer, 'STARTTLS')
      peer.socket.end()
    },
  },
  {
    says: 'speaks no TLS',
    async end(peer) {
      await upTo(peer, 'STARTTLS')
      await peer.write('EHLO client.test\r\n')
      await peer.ended
      peer.socket.end()
    },
  },
  {
    says: 'breaks off inside a mail within TLS',
    async end(peer) {
      await peer.startTls()
      await upTo(peer, 'EHLO x')
      await peer.begin()
      await peer.write('x'.repeat(10_000))
      peer.socket.destroy()
    },
  },
  {
    says: 'breaks off while a recipient is looked up and STARTTLS waits behind it',
    async end(peer) {
      await upTo(peer, 'MAIL FROM:<a@b.example>')
      await peer.write('RCPT TO:<slow@inlet.example>\r\nSTARTTLS\r\n')
      reset(peer)
    },
  },
]

test.for(endings)('the connection of a client that $says is released', async ({ end }) => {
  const { promise: lookedUp, resolve: answer } = Promise.withResolvers<void>()
  await using server = await startServer({
    limits: { connectionsPerClient: 1 },
    settings: { exempt: [] },
    handlers: {
      async resolveRecipient(address) {
        if (address.startsWith('slow')) await lookedUp
        return await resolveRecipient(address)
      },
      receiveMail: ({ recipients }) =>
        recipients[0]?.localPart === 'pending' ? never : Promise.resolve(replies.stored),
    },
  })
  await using peer = await server.peer()

  await end(peer)
  answer()

  const greeting = await waitFor(async () => {
    await using next = await server.peer({ isGreeted: false })
    const reply = await next.reply()
    return reply.startsWith('220') ? reply : null
  })
  expect(greeting).toBe('220 mx.test ESMTP ready')
})
