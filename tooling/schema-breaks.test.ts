import { expect, test } from 'vitest'
import { type Schema, schemaBreaks } from './schema-breaks.ts'

const text: Schema = { type: 'string' }
const nothing: Schema = { type: 'null' }
const thing = (properties: Record<string, Schema>, required: string[] = []): Schema => ({
  type: 'object',
  properties,
  required,
})

/** A change of a schema, the breaks for clients that write such values (input), and for clients that read them (output). */
test.each<{ what: string; before: Schema; after: Schema; input: string[]; output: string[] }>([
  { what: 'the same', before: text, after: text, input: [], output: [] },
  {
    what: 'another type',
    before: text,
    after: { type: 'boolean' },
    input: ['a: the type was string and is boolean'],
    output: ['a: the type was string and is boolean'],
  },
  {
    what: 'null besides',
    before: text,
    after: { type: ['string', 'null'] },
    input: [],
    output: ['a: the type was string and is string or null'],
  },
  {
    what: 'any number in place of an integer',
    before: { type: 'integer' },
    after: { type: 'number' },
    input: [],
    output: ['a: the type was integer and is number'],
  },
  {
    what: 'a third value',
    before: { enum: ['x', 'y'] },
    after: { enum: ['x', 'y', 'z'] },
    input: [],
    output: ['a: may now be "z"'],
  },
  {
    what: 'one value of two',
    before: { enum: ['x', 'y'] },
    after: { const: 'x' },
    input: ['a: no longer takes "y"'],
    output: [],
  },
  {
    what: 'any text in place of two',
    before: { enum: ['x', 'y'] },
    after: {},
    input: [],
    output: ['a: may now be any value'],
  },
  {
    what: 'shorter texts',
    before: { minLength: 2, maxLength: 64 },
    after: { minLength: 4, maxLength: 32 },
    input: ['a: minLength was 2 and is 4', 'a: maxLength was 64 and is 32'],
    output: [],
  },
  {
    what: 'larger numbers',
    before: { minimum: 1, maximum: 100 },
    after: { minimum: 1 },
    input: [],
    output: ['a: maximum was 100 and is none'],
  },
  {
    what: 'another pattern',
    before: { pattern: '^a' },
    after: { pattern: '^b' },
    input: ['a: pattern was ^a and is ^b'],
    output: ['a: pattern was ^a and is ^b'],
  },
  {
    what: 'a format that is new',
    before: {},
    after: { format: 'date-time' },
    input: ['a: format was none and is date-time'],
    output: [],
  },
  {
    what: 'another default',
    before: { default: 50 },
    after: { default: 20 },
    input: ['a: the default was 50 and is 20'],
    output: [],
  },
  {
    what: 'a field that is gone',
    before: thing({ x: text, y: text }),
    after: thing({ x: text }),
    input: ['a.y: no longer there'],
    output: ['a.y: no longer there'],
  },
  {
    what: 'a field that is required',
    before: thing({ x: text }),
    after: thing({ x: text }, ['x']),
    input: ['a.x: must now be sent'],
    output: [],
  },
  {
    what: 'a field that is not required any more',
    before: thing({ x: text }, ['x']),
    after: thing({ x: text }),
    input: [],
    output: ['a.x: may now be left out'],
  },
  {
    what: 'a new field that is required',
    before: thing({}),
    after: thing({ x: text }, ['x']),
    input: ['a.x: must now be sent'],
    output: [],
  },
  {
    what: 'items with less in them',
    before: { type: 'array', items: thing({ x: text }) },
    after: { type: 'array', items: thing({}) },
    input: ['a[].x: no longer there'],
    output: ['a[].x: no longer there'],
  },
  {
    what: 'items where there were any',
    before: { type: 'array' },
    after: { type: 'array', items: text },
    input: ['a[]: the type was any and is string'],
    output: [],
  },
  {
    what: 'any items',
    before: { type: 'array', items: text },
    after: { type: 'array' },
    input: [],
    output: ['a[]: the type was string and is any'],
  },
  {
    what: 'a bound that is not compared',
    before: { type: 'array', items: text },
    after: { type: 'array', items: text, maxItems: 10 },
    input: ['a: maxItems was none and is 10'],
    output: ['a: maxItems was none and is 10'],
  },
  {
    what: 'other words, another example and a warning',
    before: { type: 'string', description: 'A name.', examples: ['Ada'] },
    after: { type: 'string', description: 'The name.', examples: ['Bob'], deprecated: true },
    input: [],
    output: [],
  },
  {
    what: 'another default beside the same variants',
    before: { anyOf: [text, nothing], default: null },
    after: { anyOf: [text, nothing], default: '' },
    input: ['a: the default was null and is ""'],
    output: [],
  },
  {
    what: 'one variant besides',
    before: { anyOf: [text, nothing] },
    after: { anyOf: [text, nothing, { type: 'boolean' }] },
    input: [],
    output: ['a: may now be {"type":"boolean"}'],
  },
  {
    what: 'one variant of two',
    before: { anyOf: [text, nothing] },
    after: text,
    input: ['a: no longer takes {"type":"null"}'],
    output: [],
  },
])('$what: the breaks for clients that write it, and for clients that read it', ({ before, after, input, output }) => {
  expect(schemaBreaks({ direction: 'input', before, after, path: 'a' })).toEqual(input)
  expect(schemaBreaks({ direction: 'output', before, after, path: 'a' })).toEqual(output)
})
