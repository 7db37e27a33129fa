import { expect, test } from 'vitest'
import { cssTokens } from './css-tokens.ts'
import { parseHtml } from './parse-html.ts'
import { StyleBudget } from './style-budget.ts'

/** How many rules with this selector a mail can have, of 10,001 at most; with `body` its tree has `count + depth` elements. */
function affordable(selector: string, { count, depth }: { count: number; depth: number }): number {
  const wrappers = depth - 2
  const budget = new StyleBudget(parseHtml('<b>'.repeat(wrappers) + '<i>x</i>'.repeat(count + 1)))
  const tokens = cssTokens(selector)
  let taken = 0
  while (taken <= 10_000 && budget.take(tokens)) taken += 1
  return taken
}

test('a newsletter of 5,000 elements, 40 deep, can have 200 rules with descendants, and 8,000 others', () => {
  const newsletter = { count: 4_960, depth: 40 }

  expect(affordable('.a td', newsletter)).toBe(200)
  expect(affordable('.a > .b + td', newsletter)).toBe(8_000)
})

test.each([
  ['*', { count: 19_990, depth: 10 }, 2_000],
  ['b b b b', { count: 1_800, depth: 200 }, 100],
  ['b:empty > b b', { count: 1_800, depth: 200 }, 100],
  ['b:empty > b b > b b', { count: 860, depth: 140 }, 2],
  ['b:empty > b b > b b > b b + b b', { count: 1_800, depth: 200 }, 0],
])('%s in a mail of many elements: few rules', (selector, size, rules) => {
  expect(affordable(selector, size)).toBe(rules)
})

test('what a selector takes is left for no other, and a smaller one still fits', () => {
  const budget = new StyleBudget(parseHtml('<b>'.repeat(139) + '<i>x</i>'.repeat(1_800)))

  expect(budget.take(cssTokens('b > b b > b b'))).toBe(true)
  expect(budget.take(cssTokens('b > b b > b b'))).toBe(false)
  expect(budget.take(cssTokens('b'))).toBe(true)
})
