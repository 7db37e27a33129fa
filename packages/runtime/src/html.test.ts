import { expect, test } from 'vitest'
import { contentOf, html, trusted } from './html.ts'

test('a text is escaped everywhere, markup is not', () => {
  const hostile = `"><script>alert('1')</script>&`

  expect(html`<p title="${hostile}">${hostile}</p>`.markup).toBe(
    '<p title="&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;">&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;</p>',
  )
  expect(html`<p>${html`<b>${'<'}</b>`}${trusted('<i>')}${null}</p>`.markup).toBe('<p><b>&lt;</b><i></p>')
})

test('a list is its items, each escaped as it would be alone', () => {
  expect(html`<ul>${['a', '<', html`<li>`, null]}</ul>`.markup).toBe('<ul>a&lt;<li></ul>')
})

test('a text as the content of an element keeps its quotes, and no markup of it is markup', () => {
  expect(html`<code>${contentOf(`{"a": '<b>&'}`)}</code>`.markup).toBe(`<code>{"a": '&lt;b&gt;&amp;'}</code>`)
})
