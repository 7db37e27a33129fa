import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { insertAccount } from '@inlet/core'
import { hashPassword } from '@inlet/identity'
import { projectVersion } from '@inlet/runtime'
import { rawMail, testClock, waitFor, webhookReceiver } from '@inlet/testkit'
import { provideWebApps } from '@inlet/web-build'
import { startOwnMongod } from '../support/own-mongod.ts'
import { invite, join } from '../support/people.ts'
import { generate, setLogo } from '../support/visits.ts'
import { plainMail, startWorld, type World } from '../support/world.ts'
import { writeDump } from './dump.ts'
import {
  credentialOf,
  type KeptRead,
  type KeptRelease,
  keptBody,
  releaseSettings,
  releasesFolder,
  sha256,
} from './kept-release.ts'
import { largeMail, mailForTwo, subjectForTwo } from './large-mails.ts'

// Keeps the data of the release that is checked out, for the test that starts later versions on them: `npm run release:keep`. The clock
// stands in the far future: the database itself removes what has expired by its own clock.

const madeAt = new Date('2100-01-01T12:00:00.000Z')
const password = 'correct horse battery'
const email = 'ada@people.example'
const daySeconds = 86_400

const folder = `${releasesFolder}${projectVersion}`
const usage = `Usage: npm run release:keep

Keeps the data of this version, ${projectVersion}, and what it answers to every read, in apps/server/test/releases/kept. It is run once, when
a version is released; from then on a test starts each later version on them.`

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { help: { type: 'boolean', default: false } } })
  if (values.help) return console.log(usage)
  if (existsSync(folder)) throw new Error(`${folder} is there: the data of a release are made once`)
  await provideWebApps((line) => console.log(line))
  const mongod = await startOwnMongod()
  try {
    await keepRelease(Object.assign(new URL(mongod.uri), { pathname: '/release' }).href)
    console.log(`Kept ${projectVersion} in ${folder}`)
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  } finally {
    await mongod.stop()
  }
}

async function keepRelease(databaseUri: string): Promise<void> {
  await using receiver = await webhookReceiver([])
  const world = await startWorld({
    databaseUri,
    clock: testClock(madeAt),
    settings: { ...releaseSettings, WEBHOOK_ALLOW_PRIVATE: '127.0.0.0/8' },
  })
  await using _ = world
  const known = await makePeopleAndAddresses(world, receiver.url)
  const mails = await receiveMails(world, known)
  await waitFor(() => receiver.calls.length >= mails, 30_000)

  // Twice, since some calls change what others show: reading a message marks it.
  await answersOf(world, known)
  const reads = await answersOf(world, known)
  await writeDump(world.deps.db, `${folder}/data`)
  const kept = { ...known, at: world.clock.now(), reads }
  await writeFile(`${folder}/release.json`, `${JSON.stringify(kept, null, 2)}\n`)
}

/** A service as people and keys use it, and who knows what of it. */
async function makePeopleAndAddresses(world: World, webhookUrl: string): Promise<KeptRelease> {
  const { deps, tenant, keys, provider } = world
  const { _id: accountId } = await insertAccount(deps, {
    email,
    passwordHash: await hashPassword(password),
    name: 'Ada',
    isEmailVerified: true,
  })
  await join(world, { accountId, role: 'owner', tenant })
  await invite(world, { email: 'guest@people.example', role: 'viewer', tenant })
  const token = (await provider?.issueAccessToken(accountId, daySeconds)) ?? ''
  await setLogo(world)
  const service = `/v1/services/${tenant.serviceId}`
  const events = ['address.created', 'message.received', 'message.deleted']
  await done(world.call(`${service}/webhooks`, { method: 'POST', token, body: { url: webhookUrl, events } }))
  await done(world.call(`${service}/api-keys`, { method: 'POST', token, body: { name: 'CI', scope: 'admin' } }))
  await done(world.create({ localPart: 'locked', password: 'pass word' }))
  const { fullAddress } = await world.address('code')
  await world.address('letters')
  const visited = await generate(world, 'visitor')
  return {
    at: madeAt,
    serviceId: tenant.serviceId,
    keys: { key: keys.read, write: keys.write },
    owner: { email, password, accessToken: token },
    address: fullAddress,
    visitor: { address: visited.full, sessionToken: visited.sessionToken },
    reads: [],
  }
}

/** One mail of each kind in which they are stored. @returns how many copies of them there are */
async function receiveMails(world: World, { address, visitor }: KeptRelease): Promise<number> {
  const letters = `letters@${world.tenant.domain.hostname}`
  const mails: [string | Buffer, string[]][] = [
    [rawMail('otp-482913'), [address]],
    [plainMail({ id: 'plain', subject: 'Grüße', text: 'Ein Gruß.' }), [address]],
    [largeMail(), [letters]],
    [mailForTwo(), [letters, address]],
    [plainMail({ id: 'visitor', subject: 'Your code', text: 'Your code is 730519.' }), [visitor.address]],
  ]
  for (const [raw, to] of mails) await world.send(raw, to)
  return mails.flatMap(([, to]) => to).length
}

async function answersOf(world: World, known: KeptRelease): Promise<KeptRead[]> {
  const calls = await callsOf(world, known)
  const answers: KeptRead[] = []
  for (const call of calls) {
    const { body, bytes } = await done(world.call(call.path, credentialOf(call, known)))
    answers.push(body === undefined ? { ...call, sha256: sha256(bytes ?? '') } : { ...call, body: keptBody(body) })
  }
  return answers
}

/** Every kind of read, of all that there is. */
async function callsOf(
  world: World,
  { address, serviceId, visitor }: KeptRelease,
): Promise<Omit<KeptRead, 'body' | 'sha256'>[]> {
  const service = `/v1/services/${serviceId}`
  const { hostname } = world.tenant.domain
  const asKey = (path: string) => ({ path, as: 'key' as const })
  const asOwner = (path: string) => ({ path, as: 'owner' as const })
  const asVisitor = (path: string) => ({ path: `/v1/public${path}`, as: 'visitor' as const })
  const inboxes = [address, `letters@${hostname}`]
  const messages = await Promise.all(inboxes.map((each) => world.messagesOf(each)))
  const seen = await world.messagesOf(visitor.address)
  const ofMessage = ({ id, subject }: { id: string; subject: string }) => [
    asKey(`/v1/messages/${id}?include=headers,links,attachments`),
    asOwner(`/v1/messages/${id}/raw`),
    ...(subject === subjectForTwo ? [asOwner(`/v1/messages/${id}/attachments/0`)] : []),
  ]
  return [
    asOwner('/v1/me'),
    ...['', '/domains', '/members', '/webhooks', '/usage'].map((path) => asOwner(`${service}${path}`)),
    asKey(`${service}/addresses`),
    ...inboxes.map((each) => asKey(`/v1/inboxes/${each}/messages`)),
    ...messages.flat().flatMap(ofMessage),
    asVisitor(`/inbox/${visitor.address}`),
    ...seen.map(({ id }) => asVisitor(`/inbox/${visitor.address}/messages/${id}`)),
    asVisitor(`/domain-info?host=${world.tenant.publicDomain.hostname}`),
    // What the calls above do is in it: so it is the last one.
    asOwner(`${service}/audit-log`),
  ]
}

async function done<T extends { status: number; text: string }>(asked: Promise<T>): Promise<T> {
  const answer = await asked
  if (answer.status >= 300) throw new Error(`${answer.status}: ${answer.text}`)
  return answer
}

await main()
