import { reservedLocalParts } from '@inlet/contract'
import { describe, expect, test } from 'vitest'
import '../support/match-error.ts'
import { generate, inboxPassword, receive, visitorHeadersOf } from '../support/visits.ts'
import { described, visitedWorld, visitorOperations } from './visited-world.ts'

const startFor = visitedWorld()

// Any API key, and for a change the session of another address.
describe.each(visitorOperations)('%s', (operationId) => {
  const visited = startFor(operationId)
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
      const before = await world.messagesOf(`admin@${hostname}`)
      const headers = visitorHeadersOf({ session: sessionToken, password: inboxPassword, token: 'x' })

      const answers = []
      for (const localPart of [...reservedLocalParts, 'Admin', 'POSTMASTER'])
        answers.push(await operation.inInbox?.(`${localPart}@${hostname}`, { headers }))

      expect(answers).toHaveLength(7)
      for (const answer of answers) expect(answer).toMatchError(403, 'FORBIDDEN', 'reserved_address')
      const bodies = answers.map((answer) => JSON.stringify({ ...answer?.body.error, requestId: '' }))
      expect(new Set(bodies).size).toBe(1)
      expect(before[0]).toMatchObject({ isRead: false })
      expect(await world.messagesOf(`admin@${hostname}`)).toEqual(before)
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
})
