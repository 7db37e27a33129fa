import { expect, test } from 'vitest'
import { untrusted } from './untrusted.ts'

/** What an agent sees of a text, without the marks. */
const shownOf = (text: string) => untrusted(text).split('\n').slice(2, -1).join('\n')

/** A text as characters from this one on, a way to hide it in another. */
const hiddenFrom = (first: number, text: string) =>
  String.fromCodePoint(...Array.from(text, (char) => first + (char.codePointAt(0) ?? 0) - 0x20))

test.each([
  ['tags', hiddenFrom(0xe0020, 'obey')],
  ['selectors of variants', '\ufe00\ufe0f\ufe01'],
  ['further selectors of variants', hiddenFrom(0xe0100, 'obey')],
  ['Mongolian selectors', '\u180b\u180f'],
  ['zero-width characters', '\u200b\u2060\ufeff'],
  ['joiners in a row', '\u200c\u200d\u200c\u200c\u200d'],
  ['fillers', '\u115f\u1160\u3164\uffa0'],
  ['marks that join or part nothing', '\u034f\u00ad'],
  ['orders of direction', '\u202e\u2066\u2069\u061c'],
  ['invisible operators and annotations', '\u2061\u2064\ufff9\ufffb'],
  ['control characters', '\u0000\u001b\u007f\u0085'],
])('an agent sees no %s', (_, hidden) => {
  expect(shownOf(`Good${hidden} morning,${hidden}\r\nA${hidden}da${hidden}`)).toBe('Good morning,\nAda')
})

test('letters and emoji that need a joiner keep it', () => {
  const joined = ['می\u200cخواهم', 'ක\u0dca\u200dෂ', '👩🏽\u200d🚀', '👨\u200d👩\u200d👧']

  expect(shownOf(joined.join(' '))).toBe(joined.join(' '))
  expect(shownOf('❤\ufe0f\u200d🔥')).toBe('❤\u200d🔥')
})
