import { readFile } from 'node:fs/promises'
import { inboxColours } from '@inlet/contract'
import { expect, test } from 'vitest'

test('the colours that the contrast of an accent is measured with are those of the page', async () => {
  const tokens = await readFile(new URL('../src/design/tokens.css', import.meta.url), 'utf8')
  const pairOf = (name: string) => new RegExp(`--${name}: light-dark\\((#\\w{6}), (#\\w{6})\\);`).exec(tokens)?.slice(1)
  const shares = [...tokens.matchAll(/color-mix\(in srgb, var\(--accent\) (\d+)%, var\(--text\)\)/g)]
  const { light, dark } = inboxColours

  expect(pairOf('surface')).toEqual([light.grounds[0], dark.grounds[0]])
  expect(pairOf('ground')).toEqual([light.grounds[1], dark.grounds[1]])
  expect(pairOf('text')).toEqual([light.text, dark.text])
  expect(shares.map(([, share]) => Number(share))).toEqual([light.accentPercent, dark.accentPercent])
})
