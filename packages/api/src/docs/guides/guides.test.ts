import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { withLimits, withValues } from './guide-values.ts'
import { readGuides } from './read-guides.ts'
import { renderGuide } from './render-guide.ts'

const folder = new URL('../../../../../docs/guides/', import.meta.url)
const guides = readGuides().flatMap((group) => group.guides)

test('the README of the guides lists each file once, with the title that the file has', () => {
  const files = readdirSync(folder).map((file) => file.replace(/\.md$/, ''))

  expect([...guides.map(({ name }) => name), 'README'].sort()).toEqual(files.sort())
  for (const { name, title, markdown } of guides) expect(markdown.split('\n')[0], name).toBe(`# ${title}`)
})

test('the limits that a guide has in the repository are those of the contract', () => {
  for (const { name, markdown } of guides) expect(withLimits(markdown), name).toBe(markdown)
  expect(withLimits('at most <!--waitSecondsMax-->7 seconds')).toBe('at most <!--waitSecondsMax-->60 seconds')
  expect(() => withLimits('at most <!--nothing-->7')).toThrow('nothing')
})

test('a guide on a server has the address of that server, and links to its pages', () => {
  const text =
    'Wait <!--waitSecondsMax-->60 s at http://127.0.0.1:8080/v1, see [b](http://127.0.0.1:8080/docs/api/basics).'

  expect(withValues(text, 'https://inlet.example')).toBe(
    'Wait 60 s at https://inlet.example/v1, see [b](/docs/api/basics).',
  )
})

test('links between guides lead to a guide, in the repository as on a server', () => {
  const names = new Set(guides.map(({ name }) => name))
  for (const { name, markdown } of guides) {
    for (const [, target = ''] of markdown.matchAll(/\]\(([\w-]+)\.md/g)) expect(names, name).toContain(target)
  }
})

test('a guide is Markdown: other markup in it is an error, and text cannot become markup', () => {
  const render = (markdown: string) =>
    renderGuide({ name: 'x', title: 'X', summary: 'x', markdown: `# X\n\n${markdown}` }, 'https://inlet.example')

  expect(() => render('A <b>bold</b> word.')).toThrow('not Markdown')
  expect(render('A `<b>` and 1 < 2.').intro.markup.trim()).toBe('<p>A <code>&lt;b&gt;</code> and 1 &lt; 2.</p>')
  expect(render('See [it](waiting.md#more).').intro.markup).toContain('<a href="/docs/guides/waiting#more">it</a>')
})

test('blocks of code that follow each other are tabs by their language, and one alone is none', () => {
  const fence = (info: string) => `\`\`\`${info}\n1\n\`\`\`\n`
  const markdown = `# X\n\n${fence('js In Node')}\n${fence('php In PHP')}\nText.\n\n${fence('sh Alone')}`
  const { markup } = renderGuide({ name: 'x', title: 'X', summary: 'x', markdown }, 'https://inlet.example').intro

  expect(markup.match(/class="tabs"/g)).toHaveLength(1)
  expect([...markup.matchAll(/class="caption" aria-hidden="true">(.*?)</g)].map(([, caption]) => caption)).toEqual([
    'Node.js',
    'PHP',
    'Alone',
  ])
})

test('every sample of a guide has a title of its own', () => {
  const titles = guides.flatMap(({ markdown }) =>
    [...markdown.matchAll(/^ *```\w+ ?(.*)$/gm)].map(([, title]) => title),
  )

  expect(titles.length).toBeGreaterThan(40)
  expect(new Set(titles).size).toBe(titles.length)
  expect(titles).not.toContain('')
})

test('the anchors of a guide are those that code hosts make of its headings', () => {
  const anchors = guides.flatMap((guide) => {
    const { sections } = renderGuide(guide, 'https://inlet.example')
    return sections.map(({ id }) => `${guide.name}#${id}`)
  })
  const linked = guides.flatMap(({ markdown }) => [...markdown.matchAll(/\]\(([\w-]+)\.md#([\w-]+)\)/g)])

  expect(anchors).toContain('quickstart#typed-client')
  expect(anchors).toContain('white-label#1-claim-the-host')
  for (const [, name, anchor] of linked) expect(anchors).toContain(`${name}#${anchor}`)
  expect(linked.length).toBeGreaterThan(2)
})
