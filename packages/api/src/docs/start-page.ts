import { type Html, html } from '@inlet/runtime'
import type { DocsGroup, DocsSite } from './docs-page.ts'
import { hrefOf, inShell } from './page-shell.ts'

/** The first page: what this is, the guides, and the groups of calls. */
export function startPage(site: DocsSite): string {
  const { title, summary, publicUrl, groups } = site
  const guides = groups.slice(0, -1)
  const reference = groups.slice(-1)
  return inShell(site, {
    title,
    summary,
    href: '/docs',
    sections: [],
    content: html`<h1>${title}</h1>
<p class="lead">${summary}</p>
<p class="actions"><a class="button" href="/docs/guides/quickstart">Quickstart</a> <a href="/docs/api/basics">API reference</a></p>
<p class="route"><span class="type">Base URL</span> <code>${publicUrl}/v1</code></p>
<div id="guides">
${guides.map(cards)}
</div>
${reference.map(cards)}`,
  })
}

const cards = ({ title, pages }: DocsGroup): Html => html`<h2>${title}</h2>
<ul class="cards">
${pages.map((page) => html`<li><a href="${hrefOf(page)}">${page.title}</a><p>${page.summary}</p></li>\n`)}</ul>
`

/** What stands at an address in the documentation that has no page. */
export const missingPage = (site: DocsSite): string =>
  inShell(site, {
    title: 'Page not found',
    summary: 'This address has no page.',
    href: null,
    sections: [],
    content: html`<h1>Page not found</h1>
<p class="lead">The documentation has no page at this address. It may have moved.</p>
<p>Press <kbd>/</kbd> to search, or choose a page from the contents.</p>
<p class="actions"><a class="button" href="/docs">Back to the overview</a></p>`,
  })
