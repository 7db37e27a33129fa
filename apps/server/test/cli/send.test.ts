import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { waitFor } from '@inlet/testkit'
import { expect, test } from 'vitest'
import { readDemo } from '../../src/demo/demo-file.ts'
import { runScript } from '../support/run-script.ts'
import { dataFolder, startProgram } from '../support/start-program.ts'
import { storedSource } from '../support/stored-source.ts'
import { startWorld, type World } from '../support/world.ts'

const program = fileURLToPath(new URL('../../src/send/main.ts', import.meta.url))

const nowhere = { INLET_DATA_DIR: join(tmpdir(), 'inlet-no-such-folder') }

const send = (args: string[], settings: Record<string, string> = {}) =>
  runScript([program, ...args], { settings: { ...nowhere, ...settings } })

const portOf = (world: World) => ({ SMTP_PORT: String(world.smtpPort) })

/** A port that was free a moment ago. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return address !== null && typeof address === 'object' ? address.port : 0
}

test('a sample mail with its code goes where the settings say, and a mail of one’s own has its own words', async () => {
  await using world = await startWorld()
  const { fullAddress } = await world.address('code')

  const sample = await send(['--to', fullAddress, '--code', '482913'], portOf(world))
  const own = ['--subject', 'Welcome', '--text', 'Your code is 771204', '--html', '<p>Your code is <b>771204</b></p>']
  const written = await send(['--to', fullAddress, '--from', 'Shop <shop@acme.example>', ...own], portOf(world))
  const messages = await world.messagesOf(fullAddress)

  expect(sample).toEqual({
    code: 0,
    stderr: '',
    stdout: `Sent to ${fullAddress} with the code 482913: 250 2.6.0 Stored\n`,
  })
  expect(written.stdout).toContain('with the subject "Welcome"')
  expect(messages.map(({ subject, otpCode, fromName }) => [subject, otpCode, fromName])).toEqual([
    ['Welcome', '771204', 'Shop'],
    ['Confirm your e-mail address', '482913', 'Acme Accounts'],
  ])
})

test('a mail from a file goes byte for byte', async () => {
  await using world = await startWorld()
  const { fullAddress } = await world.address('code')
  const folder = await mkdtemp(join(tmpdir(), 'inlet-send-'))
  const mail = 'Subject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?=\r\nX-Odd:  two  blanks \r\n\r\n.dot\r\nYour code is 482913\r\n'
  await writeFile(join(folder, 'mail.eml'), mail)

  const sent = await send(['--to', fullAddress, '--file', join(folder, 'mail.eml')], portOf(world))
  const missing = await send(['--to', fullAddress, '--file', join(folder, 'none.eml')], portOf(world))
  const { raw } = await storedSource(world.deps.db, await world.deps.db.collection('messages').findOne())
  await rm(folder, { recursive: true })

  expect(sent.code).toBe(0)
  expect(String(raw)).toContain(mail)
  expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining('none.eml cannot be read (ENOENT)') })
})

test('what the server refuses is told as it said it, for each recipient', async () => {
  await using world = await startWorld()
  const { fullAddress } = await world.address('code')
  const place = `127.0.0.1:${world.smtpPort}`

  const unknown = await send(['--to', `nobody@${world.tenant.domain.hostname}`], portOf(world))
  const some = await send(['--to', `${fullAddress},someone@foreign.example`], portOf(world))

  expect(unknown).toMatchObject({
    code: 1,
    stdout: '',
    stderr: `${place} refused the mail: 550 5.1.1 No such mailbox\n`,
  })
  expect(some.code).toBe(1)
  expect(some.stderr).toContain(`Sent to ${fullAddress} with`)
  expect(some.stderr).toContain(`${place} refused the mail: 550 5.7.1 `)
})

test('the running server of the data folder is asked at the port that it has', async () => {
  await using folder = await dataFolder()
  await using server = startProgram(folder.path)
  await waitFor(() => /Inlet is ready/.test(server.written()), 20_000)
  const settings = { INLET_DATA_DIR: folder.path, SMTP_PORT: String(await closedPort()) }

  const sent = await send(['--to', 'new@demo.localhost'], settings)

  expect(sent).toMatchObject({ code: 0, stdout: expect.stringContaining('Sent to new@demo.localhost') })
})

test('a file of a server that has ended is not believed, and what was tried is named', async () => {
  await using folder = await dataFolder()
  await using server = startProgram(folder.path)
  await waitFor(() => /Inlet is ready/.test(server.written()), 20_000)
  const old = (await readDemo(folder.demoFile))?.smtp.port
  server.send('SIGKILL')
  await server.ended
  const port = await closedPort()

  const sent = await send(['--to', 'new@demo.localhost'], { INLET_DATA_DIR: folder.path, SMTP_PORT: String(port) })
  const said = await send(['--to', 'new@demo.localhost', '--host', '::1', '--port', String(port)])

  expect(sent).toMatchObject({ code: 1, stdout: '' })
  expect(sent.stderr).toMatch(new RegExp(`^No mail server at 127\\.0\\.0\\.1:${port}\\. Start it with "npm start"`))
  expect(sent.stderr).not.toContain(String(old))
  expect(said.stderr).toContain(`No mail server at [::1]:${port}.`)
})

test.each([
  [[], '--to ADDRESS is missing'],
  [['--to', 'a@b.example', '--prot', '25'], 'Did you mean --port?'],
  [['--to', 'a@b.example', '--port', '70000'], '--port: expected a number from 1 to 65535'],
  [['--to', 'a@b.example', '--text', 'x', '--code', '1'], '--code and --text exclude each other'],
  [['--to', 'a@b.example', '--file', 'x', '--subject', 'y'], '--subject and --file exclude each other'],
  [['--to', 'a@b.example', 'c@d.example'], 'too many arguments'],
])('the command line %j is refused with words that help', async (args, words) => {
  expect(await send(args)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(words) })
})
