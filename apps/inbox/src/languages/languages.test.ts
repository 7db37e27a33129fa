import { expect, test } from 'vitest'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { en, type Strings } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { ja } from './ja.ts'
import { pt } from './pt.ts'
import { zh } from './zh.ts'

const languages: Record<string, Strings> = { en, de, fr, es, pt, ja, zh, ar }

const formsOf = (text: Strings[keyof Strings]) => (typeof text === 'string' ? [text] : Object.values(text))
const placeholdersOf = (text: string) => new Set(text.match(/\{\w{1,20}\}/g) ?? [])
/** A form for exactly one or two things may name them in words. */
const mayLeaveOutCount = new Set(['zero', 'one', 'two'])

test.each(Object.entries(languages))('%s has every text of English with its values, and no empty one', (_, strings) => {
  expect(Object.keys(strings)).toEqual(Object.keys(en))
  const ofEnglish = Object.values(en)
  for (const [index, [key, text]] of Object.entries(strings).entries()) {
    const [english = ''] = formsOf(ofEnglish[index] ?? '')
    const forms = typeof text === 'string' ? { other: text } : text
    for (const [form, words] of Object.entries(forms)) {
      expect(words.trim(), `${key} ${form}`).not.toBe('')
      if (!mayLeaveOutCount.has(form)) expect(placeholdersOf(words), `${key} ${form}`).toEqual(placeholdersOf(english))
    }
  }
})

test.each(Object.entries(languages))(
  '%s has a plural form for each number that its rules tell apart',
  (tag, strings) => {
    const rules = new Intl.PluralRules(tag)
    const needed = new Set(Array.from({ length: 120 }, (_, count) => rules.select(count)))
    for (const [key, text] of Object.entries(strings)) {
      if (typeof text === 'string') continue
      const missing = [...needed].filter((form) => !(form in text) && form !== 'zero')
      expect(missing, key).toEqual([])
    }
  },
)
