import { describe, expect, test } from 'vitest'
import '../support/match-error.ts'
import { visitorHeadersOf } from '../support/visits.ts'
import { described, visitedWorld, visitorOperations } from './visited-world.ts'

const startFor = visitedWorld()

// Hosts and records that are not there.
describe.each(visitorOperations)('%s', (operationId) => {
  const visited = startFor(operationId)
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
})
