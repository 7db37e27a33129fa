import type { BrandingPreview } from '@inlet/contract'
import { expect, test } from 'vitest'
import { readPreview } from './read-preview.ts'

const origin = 'https://inlet.example'
const good: BrandingPreview = {
  kind: 'inlet.branding-preview',
  name: 'Acme',
  accentColor: '#4338ca',
  locale: 'de',
  logoUrl: null,
  theme: 'dark',
  view: 'inbox',
  host: 'mail.example.com',
}

test('what the dashboard sends is read, without what else is in it', () => {
  expect(readPreview({ ...good, more: 1 }, origin)).toEqual(good)
  for (const logoUrl of ['data:image/png;base64,AAAA', `${origin}/v1/public/logos/a`])
    expect(readPreview({ ...good, logoUrl }, origin)).toEqual({ ...good, logoUrl })
})

test.each([
  ['kind', ['other', null]],
  ['name', [null, 7, 'x'.repeat(201)]],
  ['accentColor', ['red', '#FFFFFF', '#fff', '#4338ca;--x:1', null]],
  ['locale', ['xx', null, '__proto__', 'toString']],
  ['logoUrl', [undefined, 7, 'javascript:alert(1)', 'https://evil.example/x', 'data:text/html;base64,AAAA', '/x']],
  ['theme', ['auto', null]],
  ['view', ['other', null]],
  ['host', ['a b', '', null, 'x/y', 'x'.repeat(254)]],
] as const)('a message with another %s is none', (field, values) => {
  for (const value of values) expect(readPreview({ ...good, [field]: value }, origin), String(value)).toBeNull()
})

test('what is no object is none', () => {
  for (const data of [null, undefined, 'text', 7, [], {}]) expect(readPreview(data, origin)).toBeNull()
})
