import { reservedLocalParts } from '@inlet/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inOneWindow } from '../in-one-window.ts'
import '../match-error.ts'
import { operations } from '../contract-document.ts'
import {
  type PreparedVisitorOperation,
  prepareVisitorOperations,
  prepareVisits,
  type Visits,
} from '../visitor-calls.ts'
import { generate, inboxPassword, lockPassword, receive, setLock, unlock, visitorHeadersOf } from '../visits.ts'
import { type Answer, startWorld, type World } from '../world.ts'

/** A world with what visitors meet, and the operation that a file tests. */
interface VisitedWorld {
  world: World
  visits: Visits
  operation: PreparedVisitorOperation
}

/** Starts one world for the tests of a file; none of them changes what another asks for. */
function visitedWorld(operationId: string, settings: Record<string, string> = {}): () => VisitedWorld {
  let visited: VisitedWorld | null = null
  beforeAll(async () => {
    const defaults = { INLET_ROLE: 'http', PUBLIC_REQUESTS_PER_MINUTE: '10000', UNLOCKS_PER_QUARTER_HOUR: '10000' }
    const world = await startWorld({ settings: { ...defaults, TRUSTED_PROXIES: '127.0.0.1', ...settings } })
    const visits = await prepareVisits(world)
    const operation = prepareVisitorOperations(world, visits).find((each) => each.operationId === operationId)
    if (!operation) throw new Error(`${operationId} is no operation for visitors`)
    visited = { world, visits, operation }
  })
  afterAll(() => visited?.world[Symbol.asyncDispose]())
  return () => {
    if (!visited) throw new Error('the world has not started')
    return visited
  }
}

/** Declares the tests of an operation for 400: input that breaks the schema. */
export function testVisitorBadInput(operationId: string): void {
  const visited = visitedWorld(operationId)
  const { method, takesBody } = described(operationId)

  test('input that breaks the schema is 400, and the answer says where', async () => {
    const answer = await visited().operation.others?.bad()

    expect(answer).toMatchError(400, 'BAD_REQUEST')
    expect(answer?.body.error.details[0]).toEqual({
      path: expect.stringMatching(/./),
      code: expect.stringMatching(/^[a-z_]+$/),
      message: expect.stringMatching(/./),
    })
  })

  if (takesBody) {
    test.each(['{', '[]', '1', '"x"', '{"__proto__":{}}', '\u0000', '{"a":'])('the body %j is 400', async (rawBody) => {
      const headers = { 'content-type': 'application/json' }

      expect(await visited().operation.good({ rawBody, headers })).toMatchError(400, 'BAD_REQUEST')
    })
  } else {
    test('an unknown parameter is 400, and so is a password or a token in the query', async () => {
      const { world, visits } = visited()
      const path = pathOf(visited())

      for (const name of ['unknown', 'password', 'session', 'unlockToken', 'sessionToken']) {
        const target = `${path}${path.includes('?') ? '&' : '?'}${name}=x`
        const answer = await world.call(target, {
          key: null,
          method,
          headers: visitorHeadersOf({ session: visits.own.sessionToken }),
        })
        expect(answer, name).toMatchError(400, 'BAD_REQUEST', 'unknown_parameter')
      }
    })
  }
}

/** Declares the tests of an operation for 401: an API key that is not valid, and where it is about an inbox, whatever does not open it. */
export function testVisitorUnauthorized(operationId: string): void {
  const visited = visitedWorld(operationId, { WRONG_INBOX_PASSWORDS_PER_QUARTER_HOUR: '10000' })
  const isInInbox = described(operationId).path.includes('{address}')
  const isChange = isInInbox && described(operationId).method !== 'GET'

  test('an API key that is not valid is 401, whatever else is sent', async () => {
    for (const key of ['', 'x', 'inlet_live_']) {
      expect(await visited().operation.good({ key })).toMatchError(401, 'UNAUTHORIZED', 'invalid_api_key')
    }
  })

  if (isInInbox) {
    test('an inbox of a locked service is 401 without a token of that service, whether it exists or not', async () => {
      const { world, visits, operation } = visited()
      const token = await unlock(world, world.stranger)
      await setLock(world)
      const ofAnother = await unlock(world)
      await setLock(world, { enabled: false })
      const answers = []

      for (const sent of [undefined, '', 'x', ofAnother, `${token}x`, token.slice(1), 'x'.repeat(4_000)]) {
        const headers = visitorHeadersOf({
          ...(sent === undefined ? {} : { token: sent }),
          password: 'x',
          session: 'x',
        })
        answers.push(await operation.inInbox?.(`absent@${visits.lockedHost}`, { headers }))
      }
      await setLock(world, { enabled: true, password: `${lockPassword}!` }, world.stranger)
      answers.push(await operation.inInbox?.(`absent@${visits.lockedHost}`, { headers: visitorHeadersOf({ token }) }))

      for (const answer of answers) {
        expect(answer).toMatchError(401, 'UNAUTHORIZED', 'unlock_required')
        expect(answer?.headers['www-authenticate']).toBe('X-Unlock-Token realm="inlet"')
      }
    })

    test('a protected inbox is 401 without its password or with another one, and the answer says nothing about its messages', async () => {
      const { world, visits, operation } = visited()
      const ask = (password?: string) =>
        operation.inInbox?.(visits.protectedAddress, {
          headers: visitorHeadersOf({ session: 'x', ...(password === undefined ? {} : { password }) }),
        })
      const bodyOf = (answer: Answer | undefined) => ({ ...answer?.body.error, requestId: '' })

      const [missing, wrong] = [await ask(), await ask('wrong')]
      await receive(world, visits.protectedAddress, 'Secret')

      expect(missing).toMatchError(401, 'UNAUTHORIZED', 'inbox_password_required')
      expect(wrong).toMatchError(401, 'UNAUTHORIZED', 'inbox_password_invalid')
      expect([bodyOf(await ask()), bodyOf(await ask('wrong'))]).toEqual([bodyOf(missing), bodyOf(wrong)])
      for (const password of ['', inboxPassword.toUpperCase(), `${inboxPassword}x`, 'x'.repeat(4_000)]) {
        expect(await ask(password), password).toMatchError(401, 'UNAUTHORIZED', 'inbox_password_invalid')
      }
      expect(world.lines.join('')).not.toContain(inboxPassword)
    })
  }

  if (isChange) {
    test('changing an address of the service or of another visitor is 401 without a session, and nothing changes', async () => {
      const { world, visits, operation } = visited()
      const mine = await generate(world)
      const [messageId] = await receive(world, mine.full, 'Hello')
      const headers = visitorHeadersOf({ password: inboxPassword })

      for (const full of [mine.full, visits.protectedAddress]) {
        expect(await operation.inInbox?.(full, { headers })).toMatchError(401, 'UNAUTHORIZED', 'session_required')
      }
      expect(await world.messagesOf(mine.full)).toMatchObject([{ id: messageId }])
    })
  }
}

/** Declares the tests of an operation for 403: any API key, and for a change the session of another address. */
export function testVisitorForbidden(operationId: string): void {
  const visited = visitedWorld(operationId)
  const { method, path } = described(operationId)

  test('an API key of any scope is 403 before the input is looked at', async () => {
    const { world, operation } = visited()

    for (const key of Object.values(world.keys)) {
      for (const ask of [operation.good, ...Object.values(operation.others ?? {})]) {
        expect(await ask({ key })).toMatchError(403, 'FORBIDDEN', 'api_key_not_allowed')
      }
    }
  })

  if (path.includes('{address}')) {
    test('an address that certificate authorities write to is 403, whatever is sent, and stays as it is', async () => {
      const { world, visits, operation } = visited()
      const { hostname, sessionToken } = visits.own
      await receive(world, `admin@${hostname}`, 'Prove that the domain is yours')
      const headers = visitorHeadersOf({ session: sessionToken, password: inboxPassword, token: 'x' })

      const answers = []
      for (const localPart of [...reservedLocalParts, 'Admin', 'POSTMASTER'])
        answers.push(await operation.inInbox?.(`${localPart}@${hostname}`, { headers }))

      expect(answers).toHaveLength(7)
      for (const answer of answers) expect(answer).toMatchError(403, 'FORBIDDEN', 'reserved_address')
      const bodies = answers.map((answer) => JSON.stringify({ ...answer?.body.error, requestId: '' }))
      expect(new Set(bodies).size).toBe(1)
      expect(await world.messagesOf(`admin@${hostname}`)).toMatchObject([{ isRead: false }])
    })
  }

  if (path.includes('{address}') && method !== 'GET') {
    test('the session of another address is 403, also for an address of the service, and nothing changes', async () => {
      const { world, visits, operation } = visited()
      const [mine, other] = [await generate(world), await generate(world)]
      const [messageId] = await receive(world, mine.full, 'Hello')
      const ask = (session: string) => operation.good({ headers: visitorHeadersOf({ session }) })

      for (const session of ['', 'x', other.sessionToken, `${visits.own.sessionToken}x`, 'x'.repeat(4_000)]) {
        expect(await ask(session), session).toMatchError(403, 'FORBIDDEN', 'wrong_session')
      }
      if (operationId !== 'deletePublicMessage') {
        const headers = visitorHeadersOf({ session: mine.sessionToken, password: inboxPassword })
        const ofService = await operation.inInbox?.(visits.protectedAddress, { headers })
        expect(ofService).toMatchError(403, 'FORBIDDEN', 'wrong_session')
      }
      expect(await world.messagesOf(mine.full)).toMatchObject([{ id: messageId }])
      expect(await world.messagesOf(visits.own.full)).toMatchObject([{ id: visits.messageId }])
    })
  }
}

/** Declares the tests of an operation for 404: hosts and records that are not there. */
export function testVisitorNotFound(operationId: string): void {
  const visited = visitedWorld(operationId)
  const isInInbox = described(operationId).path.includes('{address}')

  test('what is not there is 404', async () => {
    expect(await visited().operation.others?.absent()).toMatchError(404, 'NOT_FOUND')
  })

  if (isInInbox) {
    test('an inbox on a host without public inboxes is 404, whatever is sent, and whether it exists or not', async () => {
      const { world, operation } = visited()
      const { fullAddress } = await world.address(`code-${operationId.toLowerCase()}`)
      const headers = visitorHeadersOf({ session: 'x', password: 'x', token: 'x' })

      const absent = `absent@${world.tenant.domain.hostname}`
      for (const full of [fullAddress, absent, 'code@nothing.example']) {
        expect(await operation.inInbox?.(full, { headers }), full).toMatchError(404, 'NOT_FOUND')
      }
    })
  }
}

/** Declares the tests of an operation for 429: the limit for each client address. */
export function testVisitorRateLimited(operationId: string): void {
  const visited = visitedWorld(operationId, { PUBLIC_REQUESTS_PER_MINUTE: '4' })

  test('a client over its limit is 429, whatever it asks for; IPv6 addresses of one /64 are one client', async () => {
    const { operation } = visited()
    const { bad = operation.good } = operation.others ?? {}
    let network = 0

    const answers = await inOneWindow(async () => {
      network += 1
      const asked: Answer[] = []
      for (let n = 1; n <= 6; n += 1) {
        const headers = { 'x-forwarded-for': `2001:db8:0:${network}::${n}` }
        asked.push(await bad({ headers }))
      }
      return asked
    })

    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 429, 429])
    const shown = answers.map(({ headers }) => [headers['x-ratelimit-limit'], headers['x-ratelimit-remaining']])
    expect(shown).toEqual(['3', '2', '1', '0', '0', '0'].map((remaining) => ['4', remaining]))
    for (const answer of answers.slice(4)) {
      expect(answer).toMatchError(429, 'TOO_MANY_REQUESTS', 'rate_limited')
      expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1)
      expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(60)
    }
    const other = await operation.good({ headers: { 'x-forwarded-for': `2001:db8:1:${network}::1` } })
    expect(other.status).toBeLessThan(300)
  })
}

function described(operationId: string) {
  const found = operations.find((each) => each.operationId === operationId)
  if (!found) throw new Error(`${operationId} is no operation of the contract`)
  return found
}

function pathOf({ visits, operation }: VisitedWorld): string {
  const { path } = described(operation.operationId)
  const filled = path
    .replace('{address}', visits.own.full)
    .replace('{messageId}', visits.messageId)
    .replace('/public/logos/{digest}', `/public${visits.logo}`)
  const query = {
    readUnlockStatus: `?host=${visits.own.hostname}&token=x`,
    readDomainInfo: `?host=${visits.own.hostname}`,
  }
  const domain = `?domain=${visits.own.hostname}`
  return `/v1${filled}${{ ...query, readPlatformDomainAllowed: domain }[operation.operationId] ?? ''}`
}
