import { X509Certificate } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SecureVersion } from 'node:tls'
import { dayMs } from '@inlet/contract'
import { tlsMaterial } from '@inlet/ingest'
import { createTransport } from 'nodemailer'
import { expect, test } from 'vitest'
import { sharedServer } from '../support/shared-server.ts'
import { smtpClient } from '../support/smtp-client.ts'
import { plainMail, startWorld, type World } from '../support/world.ts'

const newWorld = sharedServer()

test.for<SecureVersion>(['TLSv1.2', 'TLSv1.3'])(
  'STARTTLS encrypts with %s and the message is tagged so',
  async (version) => {
    const world = await newWorld()
    const { fullAddress } = await world.address('code')
    await using client = await smtpClient(world.smtpPort ?? 0)

    const socket = await client.startTls({ minVersion: version, maxVersion: version })
    const { lines } = await client.say('EHLO client.test')
    const answer = await client.deliver(plainMail(), fullAddress)

    expect(socket.getProtocol()).toBe(version)
    expect(lines).not.toContain('STARTTLS')
    expect(answer.code).toBe(250)
    expect(await world.messagesOf(fullAddress)).toMatchObject([{ tags: expect.arrayContaining(['tls']) }])
  },
)

test('a mail without TLS has no tls tag', async () => {
  const world = await newWorld()
  const { fullAddress } = await world.address('code')
  await using client = await smtpClient(world.smtpPort ?? 0)

  await client.deliver(plainMail(), fullAddress)

  const [message] = await world.messagesOf(fullAddress)
  expect(message?.tags).not.toContain('tls')
})

test('TLS 1.1 is refused, and that sender can still deliver without TLS', async () => {
  const world = await newWorld()
  const { fullAddress } = await world.address('code')
  await using old = await smtpClient(world.smtpPort ?? 0)

  // Security level 0, or this client itself would not offer it.
  const attempt = old.startTls({ minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' })

  await expect(attempt).rejects.toThrow(/alert protocol version/i)
  await using plain = await smtpClient(world.smtpPort ?? 0)
  expect((await plain.deliver(plainMail(), fullAddress)).code).toBe(250)
})

test('without certificate files the server makes its own certificate, valid now and for its name', async () => {
  const world = await newWorld()
  await using client = await smtpClient(world.smtpPort ?? 0)

  const socket = await client.startTls()

  const certificate = new X509Certificate(socket.getPeerCertificate().raw)
  expect(certificate.subject).toBe('CN=mx.test')
  expect(certificate.validFromDate.getTime()).toBeLessThanOrEqual(Date.now())
  expect(certificate.validToDate.getTime()).toBeGreaterThan(Date.now() + 300 * dayMs)
})

test('the server presents the certificate of the given files', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'inlet-tls-'))
  await using _ = { [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) }
  const given = await tlsMaterial('mail.operator.example', {})
  const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  await Promise.all([writeFile(certFile, given.cert), writeFile(keyFile, given.key, { mode: 0o600 })])
  await using world = await startWorld({ settings: { SMTP_TLS_CERT_FILE: certFile, SMTP_TLS_KEY_FILE: keyFile } })
  await using client = await smtpClient(world.smtpPort ?? 0)

  const socket = await client.startTls()

  expect(socket.getPeerX509Certificate()?.fingerprint256).toBe(new X509Certificate(given.cert).fingerprint256)
})

test('STARTTLS resets the transaction that was begun without TLS', async () => {
  const world = await newWorld()
  const { fullAddress } = await world.address('code')
  await using client = await smtpClient(world.smtpPort ?? 0)
  await client.pipeline(['MAIL FROM:<a@elsewhere.example>', `RCPT TO:<${fullAddress}>`])

  await client.startTls()

  expect((await client.say('DATA')).text).toMatch(/^503 /)
  await client.say('EHLO client.test')
  expect((await client.say('DATA')).text).toMatch(/^503 /)
})

test('plain text behind STARTTLS is never run as commands', async () => {
  const world = await newWorld()
  const { fullAddress } = await world.address('code')
  await using client = await smtpClient(world.smtpPort ?? 0)
  const injected = ['EHLO evil.test', 'MAIL FROM:<evil@elsewhere.example>', `RCPT TO:<${fullAddress}>`]

  // More lines than the parser runs at a stretch.
  await client.startTls({ behind: `${'NOOP\r\n'.repeat(150)}${injected.map((line) => `${line}\r\n`).join('')}` })

  expect((await client.say('VRFY code')).code).toBe(252)
  expect((await client.say('MAIL FROM:<a@elsewhere.example>')).text).toMatch(/^503 /)
  await client.say('EHLO client.test')
  expect((await client.say('DATA')).text).toMatch(/^503 /)
  expect((await client.deliver(plainMail(), fullAddress)).code).toBe(250)
})

test('a library that refuses a self-made certificate sends to a start without settings, and not where it is offered one', async () => {
  await using offering = await startWorld({ settings: { SMTP_STARTTLS: 'always' } })
  const world = await newWorld()
  const send = async ({ address, smtpPort }: World) => {
    const { fullAddress: to } = await address('code')
    const transport = createTransport({ host: '127.0.0.1', port: smtpPort ?? 0 })
    return await transport.sendMail({ from: 'shop@acme.example', to, subject: 'Welcome', text: 'Hello' })
  }

  expect((await send(world)).response).toMatch(/^250 /)
  await expect(send(offering)).rejects.toThrow(/self-signed certificate/)
})
