import { waitFor } from '@inlet/testkit'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Cluster, startCluster } from './cluster.ts'
import { type MailFlow, startMailFlow } from './mail-flow.ts'
import { type ReadFlow, startReadFlow } from './read-flow.ts'

/** The promise: so long after a new primary was seen every server takes mail again. */
const flowsAgainLimitMs = 15_000
/** MongoDB waits 10 s for a primary that is silent, and up to 1.5 s more so that not all stand at once; the rest is for a busy machine. */
const electionLimitMs = 40_000
/** What the servers promise a sender, `SMTP_COMMIT_SECONDS`, and some for the machine. */
const replyLimitMs = 35_000
/** A frozen primary is given up after 7 s, another one looked for during 5 s; and some for the machine. */
const readLimitMs = 18_000
/** A reply may be on its way when the database stops. */
const underwayMs = 3_000
/** Warnings and errors: one for each call or mail that was refused or failed, and a few of background work, none of them long. */
const loggedBytesLimit = 1_500
const backgroundFailures = 5

// Starting all that takes 8 s, so the tests share it. Each leaves the set whole and has mails of its own: they are in no order.
let cluster: Cluster
beforeAll(async () => {
  cluster = await startCluster(inject('mongodBinary'))
})
afterAll(() => cluster[Symbol.asyncDispose]())

interface Load {
  name: string
  mails: MailFlow
  reads: ReadFlow
  /** How many warnings and errors each server had logged before. */
  warned: number[]
}

/** Mail to both servers, some of it large and some to addresses that it makes itself, and reads from both; returns once it runs. */
async function underLoad(name: string): Promise<Load> {
  const { servers, key } = cluster
  const warned = servers.map((server) => server.linesFrom(40).length)
  const to = (count: number) => (count % 20 === 0 ? `${name}-${count}@demo.localhost` : `${name}@demo.localhost`)
  const mails = startMailFlow({ name, ports: servers.map(({ smtpPort }) => smtpPort), to, connectionsPerServer: 4 })
  await waitFor(() => mails.acknowledged.size >= 60)
  const inbox = `${name}@demo.localhost`
  const reads = startReadFlow({ ports: servers.map(({ httpPort }) => httpPort), key, inbox })
  await waitFor(() => servers.every((_, server) => reads.answers.some((answer) => answer.server === server)))
  return { name, mails, reads, warned }
}

/** Waits for another primary than this. @returns when it was seen */
async function nextPrimary(than: unknown): Promise<number> {
  await waitFor(() => cluster.set.primary !== null && cluster.set.primary !== than, electionLimitMs)
  return performance.now()
}

/** Waits until since this moment every server has taken a mail and answered a held call with one. */
async function flowsAgain({ mails, reads }: Load, since: number): Promise<void> {
  const withoutFlow = () =>
    cluster.servers.flatMap((_, server) => {
      const isNew = (each: { at: number; server: number }) => each.at > since && each.server === server
      const takesMail = mails.replies.some((reply) => isNew(reply) && reply.code === 250)
      const showsMail = reads.answers.some((answer) => isNew(answer) && answer.kind === 'held' && answer.hasMail)
      return [
        ...(takesMail ? [] : [`server ${server} takes no mail`]),
        ...(showsMail ? [] : [`server ${server} answers no held call with a mail`]),
      ]
    })
  await waitFor(() => withoutFlow().length === 0, flowsAgainLimitMs).catch(() => {})

  expect(withoutFlow()).toEqual([])
}

/** Lets every mail come to its end, and looks at what is stored and at all that was said meanwhile. */
async function expectNothingLost({ name, mails, reads, warned }: Load): Promise<void> {
  await mails.finish()
  await reads.stop()

  expect(await cluster.subjectsStored(`${name} `)).toEqual([...mails.acknowledged].toSorted())
  expect(await cluster.brokenSources()).toEqual([])
  expect(mails.errors).toEqual([])
  expect(mails.replies.filter(({ code }) => code !== 250 && code !== 451)).toEqual([])
  expect(mails.slowestMs).toBeLessThan(replyLimitMs)
  for (const { kind, server, status, retryAfter, durationMs } of reads.answers) {
    expect([200, 503], `${kind}\n${cluster.servers[server]?.linesFrom(50).join('\n')}`).toContain(status)
    if (status === 503) expect(Number(retryAfter)).toBeGreaterThan(0)
    if (kind !== 'held') expect(durationMs, kind).toBeLessThan(readLimitMs)
  }
  cluster.servers.forEach((server, index) => {
    const refused = [...mails.replies, ...reads.answers].filter(
      (each) => each.server === index && ('code' in each ? each.code !== 250 : each.status !== 200),
    )
    const lines = server.linesFrom(40).slice(warned[index])
    const failures = refused.length + backgroundFailures
    expect(lines.length).toBeLessThanOrEqual(failures)
    expect(lines.join('\n').length).toBeLessThanOrEqual(loggedBytesLimit * failures)
  })
}

test('a primary that steps down: every 250 is one message, and mail and long polls continue at the next primary', async () => {
  const load = await underLoad('step-down')
  const { primary } = cluster.set

  await cluster.set.stepDown()
  await flowsAgain(load, await nextPrimary(primary))

  await expectNothingLost(load)
})

test('a primary that is killed: mail is deferred with 451 until there is another, every 250 is one message', async () => {
  const load = await underLoad('kill')
  const { primary } = cluster.set

  await primary?.kill()
  await flowsAgain(load, await nextPrimary(primary))
  await cluster.set.heal()

  await expectNothingLost(load)
  expect(load.mails.replies.some(({ code }) => code === 451)).toBe(true)
})

test('a primary that hangs, and continues when there is another: every 250 is one message, and no client waits longer than its limit', async () => {
  const load = await underLoad('freeze')
  const { primary } = cluster.set

  primary?.freeze()
  await flowsAgain(load, await nextPrimary(primary))
  await cluster.set.heal()

  await expectNothingLost(load)
  const probes = load.reads.answers.filter(({ kind }) => kind === 'ready').map(({ status }) => status)
  expect(probes).toContain(503)
  expect(probes.at(-1)).toBe(200)
})

test('without a majority nothing is acknowledged, and mails that only the old primary had are stored once by their retries', async () => {
  const load = await underLoad('minority')
  const { set, servers } = cluster
  const { primary } = set
  const others = set.members.filter((member) => member !== primary)
  const { replies } = load.mails

  // Killed, not frozen: what was sent to a frozen one lies in its socket, and it would have it when it wakes up.
  await Promise.all(others.map((member) => member.kill()))
  const killedAt = performance.now()
  const isDeferring = (server: number) =>
    replies.some((reply) => reply.at > killedAt && reply.server === server && reply.code === 451)
  await waitFor(() => set.primary === null && servers.every((_, server) => isDeferring(server)), replyLimitMs)
  const acknowledged = replies.filter(({ at, code }) => at > killedAt + underwayMs && code === 250)
  // The others elect one of them without the writes that never left the old primary, which has to undo them.
  await primary?.kill()
  await Promise.all(others.map((member) => member.restart()))
  await flowsAgain(load, await nextPrimary(primary))
  await set.heal()

  expect(acknowledged.map(({ subject }) => subject)).toEqual([])
  await expectNothingLost(load)
})
