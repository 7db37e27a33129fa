import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { untakenAnswers } from './untaken-answers.ts'

const newResponse = () => new ServerResponse(new IncomingMessage(new Socket()))
const newAnswer = (holder: string) => ({ holder, response: newResponse() })
const unavailable = expect.objectContaining({ code: 'SERVICE_UNAVAILABLE' })

test('an answer that stands alone fits whatever its size; beside it there is no room until it is taken', () => {
  const untaken = untakenAnswers({ untakenBytes: 100, untakenBytesPerKey: 10 })
  const response = newResponse()
  untaken.hold({ holder: 'a', bytes: 1_000, response })

  expect(() => untaken.assertRoom(newAnswer('a'))).toThrow(unavailable)
  expect(() => untaken.assertRoom(newAnswer('b'))).toThrow(unavailable)
  expect(() => untaken.hold({ holder: 'b', bytes: 1, response: newResponse() })).toThrow(unavailable)

  response.emit('close')
  untaken.assertRoom(newAnswer('a'))
  untaken.assertRoom(newAnswer('b'))
})

test('an answer whose size is learned in pieces does not stand in its own way, and beside another it does not fit', () => {
  const untaken = untakenAnswers({ untakenBytes: 100, untakenBytesPerKey: 10 })
  const alone = newAnswer('a')

  untaken.hold({ ...alone, bytes: 1_000 })
  untaken.assertRoom(alone)
  untaken.hold({ ...alone, bytes: 1_000 })
  alone.response.emit('close')

  const later = newAnswer('a')
  untaken.hold({ ...newAnswer('a'), bytes: 5 })
  untaken.hold({ ...later, bytes: 5 })
  expect(() => untaken.hold({ ...later, bytes: 1 })).toThrow(unavailable)
})

test('one holder that has used up its share leaves the rest to the others', () => {
  const untaken = untakenAnswers({ untakenBytes: 100, untakenBytesPerKey: 10 })
  untaken.hold({ holder: 'a', bytes: 10, response: newResponse() })

  expect(() => untaken.assertRoom(newAnswer('a'))).toThrow(unavailable)
  untaken.hold({ holder: 'b', bytes: 10, response: newResponse() })
})

test('what has no reader any more is not counted', () => {
  const untaken = untakenAnswers({ untakenBytes: 10, untakenBytesPerKey: 10 })

  untaken.hold({ holder: 'a', bytes: 10, response: newResponse().destroy() })

  untaken.assertRoom(newAnswer('a'))
})

test('whatever comes and goes, no more is held than allowed or one answer alone, and in the end nothing', () => {
  const step = fc.record({ holder: fc.constantFrom('a', 'b', 'c'), bytes: fc.nat(60), takesOldest: fc.boolean() })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 100 }), (steps) => {
      const untaken = untakenAnswers({ untakenBytes: 100, untakenBytesPerKey: 50 })
      const held: { holder: string; bytes: number; response: ServerResponse }[] = []
      const sum = (of: typeof held) => of.reduce((total, { bytes }) => total + bytes, 0)

      for (const { holder, bytes, takesOldest } of steps) {
        if (takesOldest) held.shift()?.response.emit('close')
        const answer = { holder, bytes, response: newResponse() }
        const own = held.filter((other) => other.holder === holder)
        const fits = (sum(own) === 0 || sum(own) + bytes <= 50) && (sum(held) === 0 || sum(held) + bytes <= 100)
        if (fits) {
          untaken.hold(answer)
          held.push(answer)
        } else {
          expect(() => untaken.hold(answer)).toThrow(unavailable)
        }
      }
      for (const { response } of held) response.emit('close')
      for (const holder of ['a', 'b', 'c']) untaken.assertRoom(newAnswer(holder))
    }),
  )
})
