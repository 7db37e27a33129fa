import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { runCli } from '../support/cli-process.ts'
import { startWorld } from '../support/world.ts'

const page = new URL('../../../../docs/OPERATING.md', import.meta.url)
const prefix = 'npm run -s inlet -- '

test('every command of the page about running for a year works as it stands there', async () => {
  await using world = await startWorld({ settings: { INLET_ROLE: 'http' } })
  const [, section = ''] = (await readFile(page, 'utf8')).split(/^## Each day, month and year$(.*?)^## /ms)
  const blocks = [...section.matchAll(/```sh\n(.*?)```/gs)].map(([, block = '']) => block)
  const lines = blocks.flatMap((block) => block.split('\n').map((line) => line.trim()))
  const commands = lines.filter((line) => line !== '')
  expect(commands.length).toBeGreaterThan(5)
  expect(commands.filter((line) => !line.startsWith(prefix))).toEqual([])

  const outcomes = []
  for (const command of commands) {
    const args = command.slice(prefix.length).replace('SERVICE_ID', world.tenant.serviceId).split(' ')
    const { json, stderr } = await runCli(args, { MONGODB_URI: world.databaseUri, INLET_ROLE: 'http' })
    outcomes.push({ command, hasData: json?.data !== undefined, stderr })
  }

  expect(outcomes).toEqual(commands.map((command) => ({ command, hasData: true, stderr: '' })))
})
