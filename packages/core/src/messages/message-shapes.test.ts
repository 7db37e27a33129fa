import fc from 'fast-check'
import { expect, test } from 'vitest'
import { packSummary, unpackSummary } from './message-shapes.ts'

test('a summary is unpacked as it was packed, whatever its texts are', () => {
  const text = fc.string({ unit: 'binary' })
  const summary = fc.record({
    ...{ fromAddr: text, fromName: text, toAddr: text, subject: text, preview: text },
    sizeBytes: fc.nat(),
    tags: fc.array(text),
  })

  fc.assert(
    fc.property(summary, (one) => {
      expect(unpackSummary(packSummary(one))).toEqual(one)
    }),
  )
})

test.for(['your code is 482913', '["your code is 482913"', '["482913"]', '"1234567"', '{"length":7}', 'null', ''])(
  'a text that is not a summary is an error that does not quote it: %j',
  (text) => {
    expect(() => unpackSummary(text)).toThrow(/^The summary of a message cannot be unpacked$/)
  },
)
