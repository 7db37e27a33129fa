import { readdirSync } from 'node:fs'
import { collectionErrors } from '@inlet/core'
import { freshDatabase, rawMail, testClock } from '@inlet/testkit'
import { MongoClient } from 'mongodb'
import { expect, test } from 'vitest'
import { logInByCode } from '../support/code-login.ts'
import { startWorld } from '../support/world.ts'
import { restoreDump } from './dump.ts'
import { credentialOf, keptBody, readKeptRelease, releaseSettings, releasesFolder, sha256 } from './kept-release.ts'

/** The account that an access token is for. */
const subjectOf = (token: string): unknown =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sub

const versions = readdirSync(releasesFolder)

/** The assembled server of this version on the data of a release, at the time when they were made. */
async function startOn(version: string, settings: Record<string, string> = releaseSettings) {
  const release = await readKeptRelease(version)
  const database = freshDatabase()
  await using client = new MongoClient(database.uri)
  await restoreDump(client.db(), `${releasesFolder}${version}/data`)
  const world = await startWorld({ databaseUri: database.uri, clock: testClock(release.at), settings })
  return {
    release,
    world,
    async [Symbol.asyncDispose]() {
      await world[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
    },
  }
}

/** Values of headers keep their tabs, which 0.1.0 answered as blanks. */
const withBlanks = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body, (_, value) => (typeof value === 'string' ? value.replaceAll('\t', ' ') : value)))

test('there are data of a release', () => {
  expect(versions).not.toEqual([])
})

test.each(versions)('on the data of %s every read is answered as that version answered it', async (version) => {
  await using started = await startOn(version, { ...releaseSettings, INLET_ROLE: 'http' })
  const { release, world } = started

  for (const read of release.reads) {
    const answer = await world.call(read.path, credentialOf(read, release))
    expect(answer.status, `${read.path} ${answer.text}`).toBe(200)
    if (read.sha256 === undefined) expect(withBlanks(keptBody(answer.body)), read.path).toMatchObject(Object(read.body))
    else expect(sha256(answer.bytes ?? ''), read.path).toBe(read.sha256)
  }
  expect(release.reads.length).toBeGreaterThan(20)
})

test.each(versions)(
  'an address of %s gets a new mail above its old ones, and an old one can be deleted',
  async (version) => {
    await using started = await startOn(version)
    const { release, world } = started
    const key = release.keys.write
    const inbox = `/v1/inboxes/${release.address}/messages`
    const { data: old } = (await world.call(inbox, { key })).body
    const newest = old[0].id

    const waiting = world.call(`${inbox}?after=${newest}&hasOtp=true&waitSeconds=60`, { key })
    await world.send(rawMail('otp-482913').toString().replaceAll('482913', '615204'), release.address)
    const came = (await waiting).body.data
    const gone = await world.call(`/v1/messages/${newest}`, { method: 'DELETE', token: release.owner.accessToken })
    const { data: left } = (await world.call(inbox, { key })).body

    expect(came).toMatchObject([{ otpCode: '615204' }])
    expect(gone.status).toBe(204)
    expect(left.map(({ id }: { id: string }) => id)).toEqual([
      came[0].id,
      ...old.slice(1).map(({ id }: { id: string }) => id),
    ])
  },
)

test.each(versions)('people of %s log in with their password', async (version) => {
  await using started = await startOn(version, { ...releaseSettings, INLET_ROLE: 'http' })
  const { baseUrl } = started.world
  const { email, password, accessToken } = started.release.owner

  const tokens = await logInByCode({ baseUrl, publicUrl: releaseSettings.PUBLIC_URL, email, password })

  // The provider has the machine's own clock, so that a new token is one of the past here: who it is for is what counts.
  expect(subjectOf(String(tokens.access_token))).toBe(subjectOf(accessToken))
})

test.each(versions)(
  'the start makes the collections and indexes of this version out of those of %s',
  async (version) => {
    await using started = await startOn(version, { INLET_ROLE: 'worker' })

    const errors = await collectionErrors(started.world.deps.db)

    expect(errors.filter(({ kind }) => kind !== 'foreign')).toEqual([])
  },
)
