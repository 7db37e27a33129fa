import { expect, test } from 'vitest'
import { errorsOf } from '../../test/render/errors-of.ts'
import { hostileVectors } from '../../test/render/hostile-vectors.ts'
import { renderMail } from './render-mail.ts'
import type { Theme } from './theme.ts'

const themes: readonly Theme[] = ['light', 'dark', 'auto']
const render = (htmlBody: string, theme: Theme = 'auto') =>
  renderMail({ textBody: '', htmlBody, images: new Map(), theme }).html

test('nothing of 900 hostile mails is left that runs, loads, leads away or covers the page', () => {
  const errors = hostileVectors.flatMap(({ n, file, html }) =>
    themes.flatMap((theme) =>
      errorsOf(render(html, theme)).map((error) => `${file} ${n} ${html.slice(0, 100)}: ${error}`),
    ),
  )

  expect(hostileVectors.length).toBeGreaterThanOrEqual(900)
  expect(errors).toEqual([])
})

test('the same inside each of these elements', () => {
  const frames = [
    ['<table><tr><td>', '</table>'],
    ['<a href="https://a.example/">', '</a>'],
    ['<ul><li>', ''],
    ['<b><p>', '</b>'],
  ]
  const errors = hostileVectors.flatMap(({ file, html }) =>
    frames.flatMap(([before, after]) =>
      errorsOf(render(`${before}${html}${after}`)).map((error) => `${file} ${html}: ${error}`),
    ),
  )

  expect(errors).toEqual([])
})

test('the check finds errors in the vectors as they are', () => {
  const page = (body: string): string => render('').replace(/<body>.*$/s, () => `<body>${body}</body></html>`)
  const found = hostileVectors.filter(({ html }) => errorsOf(page(html)).length > 0)

  expect(errorsOf(page('<p>text</p>'))).toEqual([])
  expect(found.length).toBeGreaterThan(hostileVectors.length * 0.9)
})
