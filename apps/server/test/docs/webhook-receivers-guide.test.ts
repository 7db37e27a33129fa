import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { findFreePort } from '@inlet/mongo'
import { waitFor } from '@inlet/testkit'
import { isLeftOut } from '@inlet/testkit/left-out'
import { test as anywhere, expect, inject } from 'vitest'
import { programFolder, runProgram } from '../support/outside-program.ts'
import { person } from '../support/people.ts'
import { sharedServer } from '../support/shared-server.ts'
import { startGuides } from '../support/start-guides.ts'
import { storeWebhook, webhookSecret } from '../support/stored-webhook.ts'
import type { World } from '../support/world.ts'

const newWorld = sharedServer()

interface Language {
  program: string
  /** The block of the guide, the file that it is written to, and what is run there. */
  block: string
  file: string
  start: string[]
}

const languages: Language[] = [
  { program: 'node', block: 'A receiver in Node', file: 'receiver.mjs', start: ['node', 'receiver.mjs'] },
  { program: 'python3', block: 'A receiver in Python', file: 'receiver.py', start: ['python3', 'receiver.py'] },
  {
    program: 'php',
    block: 'A receiver in PHP',
    file: 'receiver.php',
    start: ['php', '-S', '127.0.0.1:$PORT', 'receiver.php'],
  },
  { program: 'java', block: 'A receiver in Java', file: 'Receiver.java', start: ['java', 'Receiver.java'] },
]

/** Node and Python are there in every run. */
const isLeftOutHere = ({ program }: Language) => ['php', 'java'].includes(program) && isLeftOut('receivers')

function isInstalled(program: string): boolean {
  try {
    execFileSync('which', [program])
    return true
  } catch {
    return false
  }
}

const isOpen = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

/** Writes a receiver of the guide to a folder and runs it until the test ends. */
async function startReceiver(world: World, { block, file, start }: Language) {
  await using guides = await startGuides(world)
  const folder = await programFolder('receiver')
  await writeFile(join(folder, file), guides.block(block))
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: folder, WEBHOOK_SECRET: webhookSecret }
  const port = await findFreePort()
  const command = `cd ${folder} && exec ${start.join(' ')}`
  const given = { program: 'bash', args: ['-c', command], folder, env: { ...env, PORT: String(port) } }
  return await runProgram(given, async (_written, hasEnded) => {
    await waitFor(async () => hasEnded() || (await isOpen(port)), 60_000)
    return { url: `http://127.0.0.1:${port}/` }
  })
}

for (const language of languages)
  anywhere.skipIf(isLeftOutHere(language) || (!isInstalled(language.program) && !inject('isCi')))(
    `the guide: ${language.block.toLowerCase()} accepts what is signed, old secret or new, and nothing else`,
    async () => {
      const world = await newWorld()
      const { token } = await person(world, { role: 'admin' })
      await using receiver = await startReceiver(world, language)
      const { serviceId } = world.tenant
      const [ours, other] = [webhookSecret, `whsec_${Buffer.alloc(32, 6).toString('base64')}`]
      const later = new Date(world.clock.now().getTime() + 3_600_000)
      const secretsOf = { signed: [ours], rotated: [other, ours], foreign: [other] }
      const send = async (values: string[]) => {
        const secrets = values.map((value, index) => ({ value, expiresAt: index === 0 ? null : later }))
        const id = await storeWebhook(world.deps, { serviceId, url: receiver.url, secrets })
        const { body } = await world.call(`/v1/webhooks/${id}/test`, { method: 'POST', token, body: {} })
        const path = `/v1/webhook-deliveries/${body.data.id}`
        return await waitFor(async () => (await world.call(path, { token })).body.data.attempts[0], 30_000)
      }
      const replayed = { 'webhook-id': 'msg_1', 'webhook-timestamp': '1', 'webhook-signature': 'v1,AAAA' }

      const answers = [await send(secretsOf.signed), await send(secretsOf.rotated), await send(secretsOf.foreign)]
      const bare = await fetch(receiver.url, { method: 'POST', body: '{"type":"message.received"}' })
      const old = await fetch(receiver.url, { method: 'POST', body: '{}', headers: replayed })

      expect(answers.map(({ status }) => status)).toEqual([204, 204, 401])
      expect([bare.status, old.status]).toEqual([401, 401])
    },
  )
