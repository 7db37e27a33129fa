import { waitFor } from '@inlet/testkit'
import { expect, test } from 'vitest'
import { startServer } from '../../test/started-server.ts'

const balancer = { settings: { proxyFrom: ['127.0.0.0/8'] } }
const header = (clientIp: string) => `PROXY TCP4 ${clientIp} 192.0.2.1 5000 25\r\n`

test('the client is the one that a listed balancer names, in the envelope and in the log', async () => {
  await using server = await startServer(balancer)
  await using peer = await server.peer({ first: header('198.51.100.7') })
  await peer.reply()
  await peer.say('EHLO client.test')
  await peer.say('MAIL FROM:<a@b.example>')
  await peer.say('RCPT TO:<unknown@inlet.example>')
  await peer.say('RCPT TO:<code@inlet.example>')
  await peer.say('DATA')
  await peer.write('x\r\n.\r\n')
  await peer.reply()

  expect(server.taken[0]?.mail.envelope.clientIp).toBe('198.51.100.7')
  const refused = server.lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'recipient refused')
  expect(refused).toMatchObject([{ clientIp: '198.51.100.7' }])
})

test('version 2 names the client too, byte by byte, and the dialogue follows it', async () => {
  await using server = await startServer(balancer)
  const signature = Buffer.from('\r\n\r\n\0\r\nQUIT\n', 'latin1')
  const v2 = Buffer.concat([signature, Buffer.of(0x21, 0x11, 0, 12, 198, 51, 100, 9, 192, 0, 2, 1, 19, 136, 0, 25)])
  await using peer = await server.peer({ first: Buffer.alloc(0) })
  for (const byte of v2) await peer.write(Buffer.of(byte))
  await peer.write('EHLO client.test\r\n')

  expect(await peer.reply()).toMatch(/^220 /)
  expect(await peer.reply()).toMatch(/^250-/)
  await peer.begin()
  await peer.write('x\r\n.\r\n')
  await peer.reply()
  expect(server.taken[0]?.mail.envelope.clientIp).toBe('198.51.100.9')
})

test('limits apply to the client, not to the balancer', async () => {
  await using server = await startServer({
    limits: { connectionsPerClient: 1 },
    settings: { proxyFrom: ['127.0.0.1'], exempt: [] },
  })
  await using one = await server.peer({ first: header('198.51.100.1') })
  await using other = await server.peer({ first: header('198.51.100.2') })
  await using again = await server.peer({ first: header('198.51.100.1') })

  expect(await one.reply()).toMatch(/^220 /)
  expect(await other.reply()).toMatch(/^220 /)
  expect(await again.reply()).toMatch(/^421 4\.7\.0 /)
  one.socket.destroy()
  await waitFor(async () => {
    await using later = await server.peer({ first: header('198.51.100.1') })
    return (await later.reply()).startsWith('220')
  })
})

test('a listed balancer without a valid header is disconnected without a reply', async () => {
  await using server = await startServer(balancer)
  await using silent = await server.peer({ isGreeted: false })
  await using broken = await server.peer({ first: 'EHLO client.test\r\n' })

  await broken.ended
  server.advance(5_001)
  await silent.ended

  expect([...silent.chunks, ...broken.chunks]).toEqual([])
})

test('from any other address a PROXY line is an unknown command', async () => {
  await using server = await startServer({ settings: { proxyFrom: ['192.0.2.0/24'] } })
  await using peer = await server.peer()

  expect(await peer.say('PROXY TCP4 198.51.100.7 192.0.2.1 5000 25')).toMatch(/^500 /)
  expect(await peer.say('XCLIENT ADDR=198.51.100.7')).toMatch(/^502 /)
  await peer.begin()
  await peer.write('X-Forwarded-For: 198.51.100.7\r\nReceived: from [198.51.100.7]\r\n\r\n.\r\n')
  await peer.reply()
  expect(server.taken[0]?.mail.envelope.clientIp).toBe('127.0.0.1')
})
