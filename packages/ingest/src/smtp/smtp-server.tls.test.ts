import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { connect as tlsConnect } from 'node:tls'
import { readConfig } from '@inlet/runtime'
import { expect, test } from 'vitest'
import { resolveRecipient, startServer } from '../../test/started-server.ts'
import { smtpSettings } from './smtp-settings.ts'
import { tlsMaterial } from './tls.ts'

test('plain text behind STARTTLS is never run as commands, however much it is and however late the handshake', async () => {
  await using server = await startServer()
  await using peer = await server.peer()
  const injected = 'EHLO evil.test\r\nMAIL FROM:<evil@b.example>\r\nRCPT TO:<code@inlet.example>\r\n'
  await peer.write(`STARTTLS\r\n${'NOOP\r\n'.repeat(150)}${injected}`)
  expect(await peer.reply()).toMatch(/^220 2\.0\.0 /)
  // Another connection is served from end to end before the handshake begins.
  await using other = await server.peer()
  await other.say('QUIT')

  peer.socket.removeAllListeners('data')
  const secure = tlsConnect({ socket: peer.socket, rejectUnauthorized: false })
  await once(secure, 'secureConnect')
  let replies = ''
  secure.on('data', (chunk: Buffer) => {
    replies += chunk.toString()
  })
  secure.write('MAIL FROM:<a@b.example>\r\nEHLO client.test\r\nDATA\r\nQUIT\r\n')
  await once(secure, 'end')

  expect(replies.match(/^\d{3}(?= )/gm)).toEqual(['503', '250', '503', '221'])
  secure.destroy()
})

test('STARTTLS inside TLS is 503 and not offered; the transaction from before TLS is reset', async () => {
  await using server = await startServer()
  await using peer = await server.peer()
  await peer.say('MAIL FROM:<a@b.example>')
  await peer.say('RCPT TO:<code@inlet.example>')
  await peer.startTls()

  expect(await peer.say('DATA')).toMatch(/^503 /)
  expect(await peer.say('EHLO client.test')).not.toMatch(/STARTTLS/)
  expect(await peer.say('STARTTLS')).toMatch(/^503 5\.5\.1 /)
  expect(await peer.begin()).toMatch(/^354 /)
  await peer.write('x\r\n.\r\n')
  await peer.reply()
  expect(server.taken[0]?.mail.envelope.isTls).toBe(true)
})

const operatorsFiles = { SMTP_TLS_CERT_FILE: 'cert.pem', SMTP_TLS_KEY_FILE: 'key.pem' }

test.each([
  { settings: {}, client: 'TCP4 127.0.0.1', isOffered: false },
  { settings: {}, client: 'TCP4 127.9.8.7', isOffered: false },
  { settings: {}, client: 'TCP6 ::1', isOffered: false },
  { settings: {}, client: 'TCP4 192.0.2.7', isOffered: true },
  { settings: {}, client: 'TCP6 2001:db8::7', isOffered: true },
  { settings: operatorsFiles, client: 'TCP4 127.0.0.1', isOffered: true },
  { settings: { SMTP_STARTTLS: 'always' }, client: 'TCP4 127.0.0.1', isOffered: true },
  { settings: { SMTP_STARTTLS: 'never' }, client: 'TCP4 192.0.2.7', isOffered: false },
  { settings: { SMTP_STARTTLS: 'never', ...operatorsFiles }, client: 'TCP4 192.0.2.7', isOffered: false },
])(
  'with $settings it is $isOffered that STARTTLS is offered to $client, who may begin it in any case',
  async ({ settings, client, isOffered }) => {
    const { offersStartTls } = smtpSettings(readConfig(settings), await tlsMaterial('mx.test', {}))
    await using server = await startServer({ settings: { offersStartTls, proxyFrom: ['127.0.0.1'] } })
    await using peer = await server.peer({ first: `PROXY ${client} ${client.split(' ')[1]} 5000 25\r\n` })
    await peer.reply()

    const offer = await peer.say('EHLO client.test')

    expect(/^250.STARTTLS$/m.test(offer)).toBe(isOffered)
    expect(offer).toMatch(/^250 \S.*$/m)
    expect((await peer.startTls()).encrypted).toBe(true)
    expect(await peer.say('EHLO client.test')).not.toMatch(/STARTTLS/)
  },
)

test('STARTTLS that waited behind a look-up begins TLS like any other', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  await using server = await startServer({
    handlers: {
      async resolveRecipient(address) {
        await promise
        return await resolveRecipient(address)
      },
    },
  })
  await using peer = await server.peer()
  await peer.write('MAIL FROM:<a@b.example>\r\nRCPT TO:<code@inlet.example>\r\n')
  expect(await peer.reply()).toMatch(/^250 2\.1\.0 /)
  await peer.write('NOOP\r\nSTARTTLS\r\n')
  // Asked and answered on another connection: by then the first has been read.
  await using other = await server.peer()
  await other.say('NOOP')
  resolve()
  expect(await peer.reply()).toMatch(/^250 2\.1\.5 /)
  expect(await peer.reply()).toMatch(/^250 2\.0\.0 /)
  expect(await peer.reply()).toMatch(/^220 /)

  peer.socket.removeAllListeners()
  const secure = tlsConnect({ socket: peer.socket, rejectUnauthorized: false })
  await once(secure, 'secureConnect')
  secure.write('EHLO client.test\r\n')
  const [answer] = await once(secure, 'data')

  expect(String(answer)).toMatch(/^250-/)
  secure.destroy()
})

test('a handshake that fails or never comes ends its own connection only', async () => {
  await using server = await startServer()
  await using bystander = await server.peer()
  await using broken = await server.peer()
  await using silent = await server.peer()
  expect(await broken.say('STARTTLS')).toMatch(/^220 /)
  expect(await silent.say('STARTTLS')).toMatch(/^220 /)

  await broken.write('this is no handshake, whatever it may look like\r\n')
  await broken.ended
  server.advance(30_001)
  await silent.ended

  expect(await bystander.say('NOOP')).toMatch(/^250 /)
})

test('commands sent together within TLS are answered in order', async () => {
  await using server = await startServer()
  await using peer = await server.peer()
  await peer.startTls()
  await peer.write('EHLO x\r\nMAIL FROM:<a@b.example>\r\nRCPT TO:<unknown@inlet.example>\r\nRSET\r\nQUIT\r\n')

  expect(await peer.codesToTheEnd()).toEqual([250, 250, 550, 250, 221])
})

test('a renewed certificate is used from the next handshake on; a broken one is refused and the old one stays', async () => {
  await using server = await startServer()
  const renewed = await tlsMaterial('mx.test', {})
  const other = await tlsMaterial('mx.test', {})

  server.setTls(renewed)
  expect(() => server.setTls({ cert: other.cert, key: renewed.key })).toThrow(/mismatch/)
  await using peer = await server.peer()
  const socket = await peer.startTls()

  expect(socket.getPeerX509Certificate()?.fingerprint256).toBe(new X509Certificate(renewed.cert).fingerprint256)
})
