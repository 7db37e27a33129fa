import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { waitFor } from '@inlet/testkit'
import { createTransport } from 'nodemailer'
import { expect, test, vi } from 'vitest'
import { readDemo } from '../../src/demo/demo-file.ts'
import { startLimitMs } from '../support/server-process.ts'
import { isAlive, type RunningProgram, startClusterProgram } from '../support/start-program.ts'
import { plainMail } from '../support/world.ts'

// Three mongods and two servers, on a machine that runs other tests.
vi.setConfig({ testTimeout: 2 * startLimitMs })

const to = 'code@demo.localhost'

/** What the program says of itself once it runs. */
async function runningCluster(program: RunningProgram) {
  await waitFor(() => program.written().includes('Try it'), startLimitMs)
  const servers = [...program.written().matchAll(/server \d +REST (\S+) +SMTP 127\.0\.0\.1:(\d+) +process (\d+)/g)]
  const [demoFile = ''] = /\/\S+demo\.json/.exec(program.written()) ?? []
  program.type('status')
  await waitFor(() => program.written().includes('the members:'))
  const members = [...program.written().matchAll(/member \d \(\S+\), process (\d+): (\w+)/g)]
  return {
    demoFile,
    baseUrls: servers.map(([, url]) => url),
    smtpPorts: servers.map(([, , port]) => Number(port)),
    pids: [...servers.map(([, , , pid]) => Number(pid)), ...members.map(([, pid]) => Number(pid))],
    states: members.map(([, , state]) => state),
  }
}

test('a mail to one server is read at the other, the command stepdown elects another primary, and SIGTERM leaves nothing behind', async () => {
  await using program = startClusterProgram()
  const cluster = await runningCluster(program)
  const demo = await readDemo(cluster.demoFile)
  const transport = createTransport({ host: '127.0.0.1', port: cluster.smtpPorts[0], ignoreTLS: true })

  await transport.sendMail({ envelope: { from: 'a@elsewhere.example', to }, raw: plainMail({ subject: 'Across' }) })
  const answer = await fetch(`${cluster.baseUrls[1]}/inboxes/${to}/messages`, {
    headers: { 'x-api-key': demo?.apiKeys.read ?? '' },
  })
  const me = await fetch(`${cluster.baseUrls[1]}/me`, { headers: { authorization: `Bearer ${demo?.accessToken}` } })
  program.type('stepdown')
  const handedOver = await waitFor(() => /primary: member [23] /.exec(program.written()))
  program.send('SIGTERM')
  const code = await program.ended

  expect(cluster.states.toSorted()).toEqual(['primary', 'running', 'running'])
  expect(await answer.json()).toMatchObject({ data: [{ subject: 'Across' }] })
  expect(me.status).toBe(200)
  expect(handedOver).not.toBeNull()
  expect(code, program.written().slice(-1_000)).toBe(0)
  expect(cluster.pids.map(isAlive)).toEqual([false, false, false, false, false])
  expect(existsSync(dirname(cluster.demoFile))).toBe(false)
})

test('killed by force it leaves neither a process nor a folder', async () => {
  await using program = startClusterProgram()
  const { pids, demoFile } = await runningCluster(program)
  expect(pids.map(isAlive)).toEqual([true, true, true, true, true])

  program.send('SIGKILL')
  await program.ended

  await waitFor(() => !pids.some(isAlive))
  await waitFor(() => !existsSync(dirname(demoFile)))
})

test('what it cannot start with is said in one sentence; --help says what it is', async () => {
  await using help = startClusterProgram(['--help'])
  await using odd = startClusterProgram(['--hlep'])
  await using given = startClusterProgram([], { MONGODB_URI: 'mongodb://127.0.0.1:1/' })
  await using faulty = startClusterProgram([], { SMTP_PORT: 'smtp' })

  expect(await Promise.all([help, odd, given, faulty].map(({ ended }) => ended))).toEqual([0, 2, 1, 1])
  expect(help.written()).toContain('Usage: npm run cluster')
  expect(odd.written()).toBe("unknown option '--hlep'\nDid you mean --help?\n")
  expect(given.written()).toBe('The cluster brings its own database: unset MONGODB_URI.\n')
  expect(faulty.written()).toBe('The configuration has errors:\n  SMTP_PORT: expected a whole number\n')
})
