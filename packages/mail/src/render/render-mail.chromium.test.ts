import { pageTest } from '@inlet/testkit/chromium'
import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5'
import { expect, vi } from 'vitest'
import { hostileVectors } from '../../test/render/hostile-vectors.ts'
import { startWatchedChromium } from '../../test/render/watched-chromium.ts'
import { renderMail } from './render-mail.ts'
import { escapedValue } from './serialise.ts'

vi.setConfig({ testTimeout: 180_000 })

const framesPerPage = 60

const rendered = (htmlBody: string): string =>
  renderMail({ textBody: '', htmlBody, images: new Map(), theme: 'auto' }).html
/** Without its policy, so that what is left of the mail is tested alone. */
const withoutPolicy = (html: string): string => html.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, '')

/** Many vectors give the same document. */
const documents: readonly string[] = [...new Set(hostileVectors.map(({ html }) => withoutPolicy(rendered(html))))]

const sandboxed = 'sandbox="allow-popups allow-popups-to-escape-sandbox"'
const page = (frames: readonly string[]): string => `<!doctype html><meta charset="utf-8">${frames.join('')}`
const frame = (html: string, attributes: string): string =>
  `<iframe ${attributes} srcdoc="${escapedValue(html)}"></iframe>`

function blocksOf(items: readonly string[]): string[][] {
  const blocks: string[][] = []
  for (let at = 0; at < items.length; at += framesPerPage) blocks.push(items.slice(at, at + framesPerPage))
  return blocks
}

const nothing = { hits: new Set(), requests: new Set(), dialogs: 0, popUps: 0, navigations: new Set() }

pageTest(
  'in Chromium nothing of the hostile mails runs, loads, opens or leads away, in frames and at top level',
  async () => {
    await using browser = await startWatchedChromium()

    for (const block of blocksOf(documents)) {
      await browser.show(page(block.map((html) => frame(html, sandboxed))))
      await browser.show(page(block.map((html) => frame(html, ''))))
    }
    for (const html of documents) await browser.show(html)

    expect(browser.seen).toEqual(nothing)
    expect(await browser.lookUps()).toBe(0)
  },
)

pageTest(
  'the browser sees scripts, requests, look-ups and navigations of a third of the mails as they were sent',
  async () => {
    await using browser = await startWatchedChromium()

    const asSent = hostileVectors.filter(({ n }) => n % 3 === 0).map(({ html }) => html)

    for (const block of blocksOf(asSent)) {
      await browser.show(page(block.map((html) => frame(html, ''))))
    }

    expect(browser.seen.hits.size).toBeGreaterThan(30)
    expect(browser.seen.requests.size).toBeGreaterThan(60)
    expect(browser.seen.navigations.size).toBeGreaterThan(0)
    expect(await browser.lookUps()).toBeGreaterThan(30)
  },
)

pageTest('Chromium builds the same tree of each document as we do', async () => {
  await using browser = await startWatchedChromium()
  const written = [...new Set(hostileVectors.map(({ html }) => rendered(html)))]
  await browser.show('<!doctype html>')

  const theirs: unknown = await browser.page.evaluate(
    `(${linesOfDocument})(${JSON.stringify(written).replaceAll('<', '\\u003c')})`,
  )

  expect(theirs).toEqual(written.map((html) => linesOf(parse(html)).join('\n')))
})

/** Runs in the browser: a line for each element and each text. */
const linesOfDocument = `(documents) => {
  const linesOf = (node) => {
    const own = node.nodeType === 1 ? [node.localName + Array.from(node.attributes, ({ name, value }) => ' ' + name + '=' + value).join('')] :
      node.nodeType === 3 ? ['#' + node.data] : node.nodeType === 8 ? ['!'] : []
    return [...own, ...Array.from(node.childNodes).flatMap(linesOf), '/']
  }
  return documents.map((html) => linesOf(new DOMParser().parseFromString(html, 'text/html')).join('\\n'))
}`

function linesOf(node: Tree.Node): string[] {
  const own: string[] = []
  if ('tagName' in node) own.push(node.tagName + node.attrs.map(({ name, value }) => ` ${name}=${value}`).join(''))
  if (node.nodeName === '#text' && 'value' in node) own.push(`#${node.value}`)
  if (node.nodeName === '#comment') own.push('!')
  return [...own, ...('childNodes' in node ? node.childNodes.flatMap(linesOf) : []), '/']
}
