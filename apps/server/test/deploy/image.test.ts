import { existsSync } from 'node:fs'
import { freshDatabase, rawMail } from '@inlet/testkit'
import { createTransport } from 'nodemailer'
import { test as anywhere, expect, inject } from 'vitest'
import { buildImage, bytesIn } from './image.ts'

const mebibyte = 1024 ** 2
const maxBytes = 250 * mebibyte
const cli = '/opt/inlet/apps/server/inlet.js'

/** It mounts file systems. Skipped for others than root on Debian, except in CI. */
const canMount = process.getuid?.() === 0 && existsSync('/etc/debian_version')
const test = anywhere.skipIf(!canMount && !inject('isCi'))

test('a server out of the image takes a mail and gives its code, read-only and not as root, and the image is small', async () => {
  await using image = await buildImage()
  await using database = freshDatabase()
  const settings = {
    MONGODB_URI: database.uri,
    HTTP_PORT: '0',
    SMTP_PORT: '0',
    SMTP_NAME: 'mx.test',
    PARSE_WORKERS: '1',
  }
  const command = async (...args: string[]) => JSON.parse(await image.node([cli, ...args, '--json'], settings)).data
  await using server = await image.start(settings)
  const service = await command('service', 'create', '--name', 'Acme')
  const named = ['--service', service.id]
  const domain = await command('domain', 'add', ...named, '--hostname', 'image.example', '--trust')
  const key = await command('key', 'create', ...named, '--name', 'tests', '--scope', 'write')
  const headers = { 'x-api-key': key.value, 'content-type': 'application/json' }
  const api = `http://127.0.0.1:${server.httpPort}/v1`

  const created = await fetch(`${api}/services/${service.id}/addresses`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ domainId: domain.id, localPart: 'code' }),
  })
  const transport = createTransport({ host: '127.0.0.1', port: server.smtpPort, ignoreTLS: true })
  await transport.sendMail({
    envelope: { from: 'ada@elsewhere.example', to: 'code@image.example' },
    raw: rawMail('otp-482913'),
  })
  const listed = await fetch(`${api}/inboxes/code@image.example/messages`, { headers }).then((answer) => answer.json())
  const page = await fetch(`http://127.0.0.1:${server.httpPort}/dashboard/`).then((answer) => answer.text())

  expect(created.status).toBe(201)
  expect(listed).toMatchObject({ data: [{ otpCode: '482913' }] })
  expect(page).toContain('<script')
  // The health check of the image, in the server's network.
  await image.node(['/opt/inlet/deploy/docker/health-check.js'], { HTTP_PORT: String(server.httpPort) })
  await expect(image.node(['/opt/inlet/deploy/docker/health-check.js'], { HTTP_PORT: '9' })).rejects.toThrow()
  expect(await image.node(['-p', 'process.getuid() + " " + process.getgid()'])).toBe('10001 10001\n')
  // Some clusters give each project a user of its own, whom the image does not know.
  const config = `import { readConfig } from '/opt/inlet/packages/runtime/src/index.ts'; console.log(readConfig({}).INLET_CACHE_DIR)`
  expect(await image.node(['--input-type=module', '--eval', config], { TRY_USER: '4711:0' })).toBe('/tmp/inlet\n')
  await expect(image.node(['-e', 'fs.writeFileSync("/opt/inlet/new", "")'])).rejects.toThrow(/EROFS/)
  await expect(image.node(['-e', 'child_process.execSync("true")'])).rejects.toThrow(/ENOENT/)
  expect(await server.end()).toBe(0)
  expect(await bytesIn(image.root)).toBeLessThan(maxBytes)
})
