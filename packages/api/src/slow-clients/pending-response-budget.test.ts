import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pendingResponseBudget } from './pending-response-budget.ts'

const newResponse = () => new ServerResponse(new IncomingMessage(new Socket()))
const newPending = (owner: string) => ({ owner, response: newResponse() })
const unavailable = expect.objectContaining({ code: 'SERVICE_UNAVAILABLE' })

test('a single response fits whatever its size; further ones are refused until it is sent', () => {
  const budget = pendingResponseBudget({ pendingResponseBytes: 100, pendingResponseBytesPerKey: 10 })
  const response = newResponse()
  budget.reserve({ owner: 'a', bytes: 1_000, response })

  expect(() => budget.assertRoom(newPending('a'))).toThrow(unavailable)
  expect(() => budget.assertRoom(newPending('b'))).toThrow(unavailable)
  expect(() => budget.reserve({ owner: 'b', bytes: 1, response: newResponse() })).toThrow(unavailable)

  response.emit('close')
  budget.assertRoom(newPending('a'))
  budget.assertRoom(newPending('b'))
})

test('a response that is counted in pieces is not refused for its own bytes, but for those of another one', () => {
  const budget = pendingResponseBudget({ pendingResponseBytes: 100, pendingResponseBytesPerKey: 10 })
  const alone = newPending('a')

  budget.reserve({ ...alone, bytes: 1_000 })
  budget.assertRoom(alone)
  budget.reserve({ ...alone, bytes: 1_000 })
  alone.response.emit('close')

  const later = newPending('a')
  budget.reserve({ ...newPending('a'), bytes: 5 })
  budget.reserve({ ...later, bytes: 5 })
  expect(() => budget.reserve({ ...later, bytes: 1 })).toThrow(unavailable)
})

test('an owner that has used up its share does not reduce the share of others', () => {
  const budget = pendingResponseBudget({ pendingResponseBytes: 100, pendingResponseBytesPerKey: 10 })
  budget.reserve({ owner: 'a', bytes: 10, response: newResponse() })

  expect(() => budget.assertRoom(newPending('a'))).toThrow(unavailable)
  budget.reserve({ owner: 'b', bytes: 10, response: newResponse() })
})

test('a response whose connection is closed is not counted', () => {
  const budget = pendingResponseBudget({ pendingResponseBytes: 10, pendingResponseBytesPerKey: 10 })

  budget.reserve({ owner: 'a', bytes: 10, response: newResponse().destroy() })

  budget.assertRoom(newPending('a'))
})

test('in any order of events, no more is counted than allowed or one single response, and nothing at the end', () => {
  const step = fc.record({ owner: fc.constantFrom('a', 'b', 'c'), bytes: fc.nat(60), closesOldest: fc.boolean() })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 100 }), (steps) => {
      const budget = pendingResponseBudget({ pendingResponseBytes: 100, pendingResponseBytesPerKey: 50 })
      const counted: { owner: string; bytes: number; response: ServerResponse }[] = []
      const sum = (of: typeof counted) => of.reduce((total, { bytes }) => total + bytes, 0)

      for (const { owner, bytes, closesOldest } of steps) {
        if (closesOldest) counted.shift()?.response.emit('close')
        const pending = { owner, bytes, response: newResponse() }
        const own = counted.filter((other) => other.owner === owner)
        const fits = (sum(own) === 0 || sum(own) + bytes <= 50) && (sum(counted) === 0 || sum(counted) + bytes <= 100)
        if (fits) {
          budget.reserve(pending)
          counted.push(pending)
        } else {
          expect(() => budget.reserve(pending)).toThrow(unavailable)
        }
      }
      for (const { response } of counted) response.emit('close')
      for (const owner of ['a', 'b', 'c']) budget.assertRoom(newPending(owner))
    }),
  )
})
