import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { startChromium, pageTest as test } from '@inlet/testkit/chromium'
import { expect } from 'vitest'

const source = stripTypeScriptTypes(readFileSync(new URL('../src/reader/visible-text.ts', import.meta.url), 'utf8'))

async function startReader() {
  const chromium = await startChromium()
  await chromium.page.setContent('<!doctype html><title>Reader</title>')
  await chromium.page.addScriptTag({
    type: 'module',
    content: `${source.replace('export function', 'window.visibleText = function')}`,
  })
  const visibleText = (html: string): Promise<string> => chromium.page.evaluate(`visibleText(${JSON.stringify(html)})`)
  return { ...chromium, visibleText, [Symbol.asyncDispose]: () => chromium[Symbol.asyncDispose]() }
}

test('a rendered mail is read as lines: one for each block, cells apart, what is not shown left out', async () => {
  await using reader = await startReader()

  const text = await reader.visibleText(`<html><head><title>T</title><style>p{}</style></head><body>
    <h1>Your   <b>order</b></h1><div>Total<div>12 €</div>with tax</div>
    <table><tr><td>One</td><td>2</td></tr><tr><td>Two</td><td>3</td></tr></table>
    line<br>break<pre>  kept
   as is</pre></body></html>`)

  expect(text).toBe('Your order\nTotal\n12 €\nwith tax\nOne 2\nTwo 3\nline\nbreak\n  kept\n   as is')
})

test('reading a hostile mail runs nothing and loads nothing, and a large one is read to its end', async () => {
  await using reader = await startReader()
  const hostile =
    '<img src="http://127.0.0.1:9/x" onerror="window.ran=1"><script>window.ran=1</script><svg onload="ran=1">end'
  const large = `${'<div>'.repeat(500)}${'<p>word</p>'.repeat(100_000)}end`

  expect(await reader.visibleText(hostile)).toBe('end')
  expect((await reader.visibleText(large)).endsWith('end')).toBe(true)
  expect(await reader.page.evaluate('window.ran')).toBeUndefined()
  expect(reader.requests).toEqual([])
  expect(reader.complaints).toEqual([])
})
