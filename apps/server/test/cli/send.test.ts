import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readDemo } from '../../src/demo/demo-file.ts'
import { runSend as send } from '../support/cli-process.ts'
import { fileServer } from '../support/shared-server.ts'
import { dataFolder, readyProgram } from '../support/start-program.ts'
import { storedSource } from '../support/stored-source.ts'
import { startWorld, type World } from '../support/world.ts'

const newWorld = fileServer()
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

test('a sample mail with a code is sent to the server of the settings, and --text, --html and --subject replace its texts', async () => {
  const world = await newWorld()
  const { fullAddress } = await world.address('code')

  const sample = await send(['--to', fullAddress, '--code', '482913'], portOf(world))
  const own = ['--subject', 'Welcome', '--text', 'Your code is 771204', '--html', '<p>Your code is <b>771204</b></p>']
  const written = await send(['--to', fullAddress, '--from', 'Shop <shop@acme.example>', ...own], portOf(world))
  const messages = await world.messagesOf(fullAddress)

  expect(sample).toMatchObject({
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

test('a mail from a file is sent byte for byte', async () => {
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

test('a refusal is printed for each recipient, with the text of the server', async () => {
  const world = await newWorld()
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

test('the running server of the data folder gets the mail at its own port; once it has ended its demo file is not used, and the error names what was tried', async () => {
  await using folder = await dataFolder()
  await using server = await readyProgram(folder.path)
  const old = (await readDemo(folder.demoFile))?.smtp.port
  const port = await closedPort()
  const settings = { INLET_DATA_DIR: folder.path, SMTP_PORT: String(port) }

  const sent = await send(['--to', 'new@demo.localhost'], settings)
  server.send('SIGKILL')
  await server.ended
  const refused = await send(['--to', 'new@demo.localhost'], settings)
  const elsewhere = await send(['--to', 'new@demo.localhost', '--host', '::1', '--port', String(port)])

  expect(sent).toMatchObject({ code: 0, stdout: expect.stringContaining('Sent to new@demo.localhost') })
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toMatch(
    new RegExp(`^No server of Inlet at 127\\.0\\.0\\.1:${port}\\. Start it with "npm start"`),
  )
  expect(refused.stderr).not.toContain(String(old))
  expect(elsewhere.stderr).toContain(`No mail server at [::1]:${port}.`)
})

test('another program at the port of the settings gets no mail, unless an option names it', async () => {
  let commands = ''
  await using stranger = createServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      commands += String(chunk)
      socket.end('421 4.3.2 Not here\r\n')
    })
    socket.write('220 other.example ESMTP Postfix\r\n')
  })
  stranger.listen(0, '127.0.0.1')
  await once(stranger, 'listening')
  const address = stranger.address()
  const port = String(address !== null && typeof address === 'object' ? address.port : 0)

  const found = await send(['--to', 'code@demo.localhost'], { SMTP_PORT: port })
  const before = commands
  const named = await send(['--to', 'code@demo.localhost', '--port', port])

  expect(found).toMatchObject({ code: 1, stderr: expect.stringContaining(`No server of Inlet at 127.0.0.1:${port}.`) })
  expect(before).toBe('')
  expect(named).toMatchObject({ code: 1, stderr: expect.stringContaining(`127.0.0.1:${port} refused the mail: 421`) })
  expect(commands).toMatch(/^EHLO /)
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
