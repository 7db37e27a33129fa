import { expect, test } from 'vitest'
import { dropDraft, keepDraft, readDraft } from './draft.ts'

/** The two calls of the browser's storage that drafts need. */
function memory() {
  const texts = new Map<string, string>()
  return {
    getItem: (name: string) => texts.get(name) ?? null,
    setItem: (name: string, text: string) => void texts.set(name, text),
    removeItem: (name: string) => void texts.delete(name),
  }
}

const defaults = { name: '', isLive: true, events: ['a'] }

test('a draft is read once, and what is of another kind than the field is left out', () => {
  const storage = memory()
  keepDraft(storage, 'api-key', { name: 'CI', isLive: 'yes', events: ['b', 'c'], other: 'x' })

  expect(readDraft(storage, 'api-key', defaults)).toEqual({ name: 'CI', events: ['b', 'c'] })
  dropDraft(storage, 'api-key')
  expect(readDraft(storage, 'api-key', defaults)).toEqual({})
})

test('a draft that is no object, or no JSON, is none', () => {
  const storage = memory()
  for (const text of ['null', '"text"', '[1', '7']) {
    storage.setItem('inlet.draft.api-key', text)

    expect(readDraft(storage, 'api-key', defaults)).toEqual({})
  }
})
