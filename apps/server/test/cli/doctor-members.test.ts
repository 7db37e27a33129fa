import { startThrowAwaySet, type ThrowAwaySet } from '@inlet/mongo'
import { fakeDns, waitFor } from '@inlet/testkit'
import { expect, inject, test } from 'vitest'
import { runCli } from '../support/cli-process.ts'

async function examine(set: ThrowAwaySet) {
  await using dns = await fakeDns({ 'NS .': { NS: ['a.root.example'] } })
  const settings = { MONGODB_URI: set.uri, DNS_SERVERS: dns.server }
  const { code, json } = await runCli(['doctor', '--json'], settings)
  const checks: { check: string; state: string; message: string; advice: string }[] = json.data.checks
  return { code, set: checks.find(({ check }) => check === 'replica set') }
}

test('the doctor names the primary, and says which members do not answer and whether a majority does', async () => {
  await using set = await startThrowAwaySet({ binary: inject('mongodBinary') })
  const { primary, members } = set
  const [one, other] = members.filter((member) => member !== primary).map((member) => `127.0.0.1:${member.port}`)
  const first = `127.0.0.1:${primary?.port}`

  // The primary learns its members' states every two seconds.
  const whole = await waitFor(async () => {
    const found = await examine(set)
    return found.set?.state === 'ok' ? found : null
  }, 30_000)
  await members.find(({ port }) => one?.endsWith(`:${port}`))?.kill()
  const warned = await waitFor(async () => {
    const found = await examine(set)
    return found.set?.state === 'warn' ? found : null
  }, 30_000)
  await primary?.kill()
  await waitFor(() => set.primary === null)
  const failed = await examine(set)

  expect(whole).toMatchObject({ code: 0, set: { message: `inlet of 3 members, ${first} is primary, all there` } })
  expect(warned).toMatchObject({
    code: 0,
    set: {
      message: `inlet of 3 members, ${first} is primary, 2 of 3 there`,
      advice: `Bring back ${one}. One more away, and no mail is taken.`,
    },
  })
  expect(failed).toMatchObject({ code: 1, set: { state: 'fail', message: '3 members, no primary, 1 of 3 there' } })
  expect(failed.set?.advice).toContain(String(one))
  expect(failed.set?.advice).toContain(first)
  expect(failed.set?.advice).not.toContain(String(other))
})
