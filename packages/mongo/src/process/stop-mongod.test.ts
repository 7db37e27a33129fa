import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { identifyProcess } from './process-identity.ts'
import { stopMongod } from './stop-mongod.ts'

test('what does not end when asked is ended by force after the limit', async () => {
  const stubborn = spawn('sh', ['-c', 'trap "" TERM; echo ready; while :; do sleep 1; done'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  await once(stubborn.stdout, 'data')
  const identity = identifyProcess(stubborn.pid ?? 0)
  if (!identity) throw new Error('The process ended before the test began')

  await stopMongod({ ...identity, port: 1 }, 100)

  expect(identifyProcess(identity.pid)).toBeNull()
})

test('a later process with the same number is left alone', async () => {
  const bystander = spawn('sh', ['-c', 'echo ready; read -r line'], { stdio: ['pipe', 'pipe', 'ignore'] })
  await once(bystander.stdout, 'data')
  const pid = bystander.pid ?? 0

  // Only where the system tells when a process began (Linux) can the two be told apart.
  if (identifyProcess(pid)?.startTicks) await stopMongod({ pid, startTicks: '1', port: 1 }, 100)

  expect(identifyProcess(pid)).not.toBeNull()
  bystander.stdin.end()
  await once(bystander, 'exit')
})
