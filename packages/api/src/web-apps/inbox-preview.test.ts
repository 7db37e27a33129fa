import { expect, test } from 'vitest'
import { inboxPreview } from './inbox-preview.ts'

const index =
  '<!doctype html><html lang="en"><head><!--inlet:head--><script src="/assets/a-1.js"></script><link href="/assets/a-1.css"></head>'

test('the preview is the page without a domain, with its files below the path of the installation, as a text', () => {
  const page = inboxPreview(index)

  expect(page('/')).toBe(
    '<!doctype html><html lang="en" data-preview><head><title>Preview</title><link rel="icon" href="data:,"><script src="/assets/a-1.js"></script><link href="/assets/a-1.css"></head>',
  )
  expect(page("/a&b'$&/")).toContain('<script src="/a&amp;b&#39;$&amp;/assets/a-1.js">')
})

test('a bundle without one of the places is refused', () => {
  expect(() => inboxPreview(index.replace('<!--inlet:head-->', ''))).toThrow('<!--inlet:head-->')
  expect(() => inboxPreview(index.replaceAll('"/assets/', '"assets/'))).toThrow('"/assets/')
})
