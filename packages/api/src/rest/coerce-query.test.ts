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

test('a plain decimal becomes its number, where the schema says number', () => {
  fc.assert(
    fc.property(fc.integer(), (number) => {
      expect(coerce({ whole: String(number), number: String(number) })).toEqual({ whole: number, number })
    }),
  )
})

test('any other text stays as it is, and so fails a schema that says number', () => {
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

test('only true and false become booleans, and only where the schema says so', () => {
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

test('a text stays the same text, also one that looks like a number', () => {
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

test('what the schema does not know passes untouched, whatever its name, and reaches no prototype', () => {
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

test('the schema is not changed by compiling: it takes no text for a number afterwards', () => {
  expect(schema.safeParse({ text: '', whole: '5' }).success).toBe(false)
  expect(schema.parse({ text: '' })).toMatchObject({ whole: 50 })
})
