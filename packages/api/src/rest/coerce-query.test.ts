import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { compileQueryCoercion } from './coerce-query.ts'

const schema = z.object({
  text: z.string(),
  whole: z.int().min(1).max(100).default(50),
  number: z.number().optional(),
  flag: z.boolean().optional(),
  onlyTrue: z.literal(true).optional(),
  word: z.literal('true').optional(),
  many: z.array(z.string()).optional(),
})
const coerce = compileQueryCoercion(schema)

test('a plain decimal becomes a number, where the schema has a number', () => {
  fc.assert(
    fc.property(fc.integer(), (number) => {
      expect(coerce({ whole: String(number), number: String(number) })).toEqual({ whole: number, number })
    }),
  )
})

test('any other text is not changed, and so fails where the schema has a number', () => {
  const notPlain = fc.string().filter((text) => !/^-?\d{1,15}$/.test(text))
  const odd = fc.constantFrom(
    '0x10',
    '1e1',
    '1.5',
    '',
    ' 5',
    '5 ',
    '+5',
    'NaN',
    'Infinity',
    '٣',
    '1_0',
    '9'.repeat(16),
    '--1',
  )
  fc.assert(
    fc.property(fc.oneof(notPlain, odd), (text) => {
      expect(coerce({ whole: text })).toEqual({ whole: text })
      expect(schema.safeParse({ text: '', ...coerce({ whole: text }) }).success).toBe(false)
    }),
  )
})

test('only true and false become booleans, and only where the schema has a boolean', () => {
  expect(coerce({ flag: 'true', onlyTrue: 'false', word: 'true', text: 'false' })).toEqual({
    flag: true,
    onlyTrue: false,
    word: 'true',
    text: 'false',
  })
  fc.assert(
    fc.property(
      fc.string().filter((text) => text !== 'true' && text !== 'false'),
      (text) => {
        expect(coerce({ flag: text, onlyTrue: text })).toEqual({ flag: text, onlyTrue: text })
      },
    ),
  )
})

test('a text is not changed, even if it looks like a number', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.integer().map(String)), (text) => {
      expect(coerce({ text })).toEqual({ text })
    }),
  )
})

test('one value for an array is wrapped; a repeated scalar stays an array and fails', () => {
  expect(coerce({ many: 'one' })).toEqual({ many: ['one'] })
  expect(coerce({ many: ['one', 'two'] })).toEqual({ many: ['one', 'two'] })
  expect(coerce({ whole: ['1', '1'], flag: ['true', 'true'] })).toEqual({ whole: ['1', '1'], flag: ['true', 'true'] })
})

test('an unknown key is not changed, whatever its name, and reaches no prototype', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'toString')), fc.string()),
      (query) => {
        fc.pre(!Object.keys(query).some((key) => Object.hasOwn(schema.shape, key)))
        const coerced = coerce(query)
        expect(Object.entries(coerced)).toEqual(Object.entries(query))
        expect(Object.getPrototypeOf(coerced)).toBe(Object.prototype)
      },
    ),
  )
})

test('compiling does not change the schema: it accepts no text for a number afterwards', () => {
  expect(schema.safeParse({ text: '', whole: '5' }).success).toBe(false)
  expect(schema.parse({ text: '' })).toMatchObject({ whole: 50 })
})
