import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { languageFolder } from '../one-time-code/keywords/language.ts'
import words from './action-words.json' with { type: 'json' }
import { wordKinds } from './action-words.ts'

const language = z.strictObject(
  Object.fromEntries(wordKinds.map((kind) => [kind, z.array(z.string().trim().min(1)).min(1)])),
)

test('actions are read in each language of codes, with words of every kind', () => {
  const files = readdirSync(languageFolder).filter((file) => file.endsWith('.json'))

  expect(Object.keys(words).sort()).toEqual(files.map((file) => file.slice(0, -'.json'.length)).sort())
  for (const [name, own] of Object.entries(words)) expect(() => language.parse(own), name).not.toThrow()
})
