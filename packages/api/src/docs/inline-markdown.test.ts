import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inlineMarkdown, markdown } from './inline-markdown.ts'

test('code and strong become elements, and everything else stays text', () => {
  expect(inlineMarkdown('Use `a < b`, **never** <b>, `**x**` or 2 * 3.').markup).toBe(
    'Use <code>a &lt; b</code>, <strong>never</strong> &lt;b&gt;, <code>**x**</code> or 2 * 3.',
  )
  expect(inlineMarkdown('An open ` and an open **').markup).toBe('An open ` and an open **')
  expect(markdown('One.\n\nTwo `x`.').markup).toBe('<p>One.</p><p>Two <code>x</code>.</p>')
})

test('no text can add other markup', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('`', '*', '<', '>', '&', '"', 'a', ' ') }), (text) => {
      const { markup } = inlineMarkdown(text)
      expect(markup.replaceAll(/<\/?(?:code|strong)>/g, '')).not.toMatch(/[<>"]/)
    }),
  )
})
