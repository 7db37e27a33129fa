import { describe, expect, test } from 'vitest'
import '../support/match-error.ts'
import { generate, inboxPassword, lockPassword, receive, setLock, unlock, visitorHeadersOf } from '../support/visits.ts'
import type { Answer } from '../support/world.ts'
import { described, visitedWorld, visitorOperations } from './visited-world.ts'

const startFor = visitedWorld({ WRONG_INBOX_PASSWORDS_PER_QUARTER_HOUR: '10000' })

// An API key that is not valid, and where an operation is about an inbox, whatever does not open it.
describe.each(visitorOperations)('%s', (operationId) => {
  const visited = startFor(operationId)
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
})
