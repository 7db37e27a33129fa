import { expect, test } from 'vitest'
import { matchingLink } from './links.ts'

const link = (url: string, text: string) => ({ url, text, host: new URL(url).host })
const links = [link('https://shop.example/', 'Shop'), link('https://shop.example/verify?t=1', 'Confirm your address')]

test('a link is found by a part of its URL, of its words, or by a pattern in either; without a wish it is the first', () => {
  const [shop, verify] = links.map(({ url }) => url)

  expect(matchingLink(links, undefined)).toBe(shop)
  expect(matchingLink(links, '/verify')).toBe(verify)
  expect(matchingLink(links, 'Confirm')).toBe(verify)
  expect(matchingLink(links, /confirm/i)).toBe(verify)
  expect(matchingLink(links, 'unsubscribe')).toBeNull()
})

test('a pattern that keeps its place finds the same link each time', () => {
  const pattern = /verify/g

  expect([1, 2, 3].map(() => matchingLink(links, pattern))).toEqual(Array(3).fill('https://shop.example/verify?t=1'))
})
