import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { languageFolder as languagesOfCodes } from '../one-time-code/keywords/language.ts'
import { languageFolder, wordKinds } from './action-words.ts'

const language = z.strictObject(
  Object.fromEntries(wordKinds.map((kind) => [kind, z.array(z.string().trim().min(1)).min(1)])),
)
const files = (folder: URL) => readdirSync(folder).filter((file) => file.endsWith('.json'))

test('actions are read in each language of codes, with words of every kind', () => {
  expect(files(languageFolder)).toEqual(files(languagesOfCodes))
  for (const file of files(languageFolder))
    expect(() => language.parse(JSON.parse(readFileSync(new URL(file, languageFolder), 'utf8'))), file).not.toThrow()
})
