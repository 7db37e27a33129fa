import { brandIcon, brandMark, type Html, html, trusted } from '@inlet/runtime'
import type { DocsPage, DocsSite, Section } from './docs-page.ts'
import { docsStyles } from './docs-styles.ts'
import { pageScript } from './page-script.ts'

/** What is shown of a page: its content, and where it is among the others. */
interface Shown extends Pick<DocsPage, 'title' | 'summary' | 'sections'> {
  /** The address of the page; null where there is none. */
  href: string | null
  content: Html
}

export const hrefOf = ({ path }: Pick<DocsPage, 'path'>): string => `/docs/${path}`

/** A page with the navigation around it. It loads nothing, and is complete without its script. */
export function inShell(site: DocsSite, { title, summary, sections, href, content }: Shown): string {
  const { title: siteTitle, publicUrl } = site
  const base = new URL(publicUrl).pathname.replace(/\/$/, '')
  const full = title === siteTitle ? title : `${title} – ${siteTitle}`
  const page = html`<!doctype html>
<html lang="en" data-find="/docs/find.json">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${summary}">
${href === null ? html`<meta name="robots" content="noindex">` : html`<link rel="canonical" href="${publicUrl}${href}">`}
<title>${full}</title>
<link rel="icon" href="${brandIcon}">
<style>${trusted(docsStyles)}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header><a class="brand" href="/docs">${brandMark}${siteTitle}</a> <span class="elsewhere"><a href="${publicUrl}/dashboard">Dashboard</a> <a href="${publicUrl}/v1/openapi.json">openapi.json</a></span></header>
<nav class="side" aria-label="Documentation"><details class="contents" open><summary>Contents</summary>
<div class="find" hidden><input type="search" aria-label="Find in the documentation" placeholder="Find a guide, call or error" aria-keyshortcuts="/" autocomplete="off" spellcheck="false"><p role="status"></p><ul class="found" hidden></ul></div>
<div class="list"><ul><li>${pageLink('/docs', 'Overview', href)}</li></ul>
${site.groups.map(
  ({ title: group, pages }, n) => html`<p class="group" id="group-${String(n)}">${group}</p>
<ul aria-labelledby="group-${String(n)}">
${pages.map((each) => html`<li>${pageLink(hrefOf(each), each.title, href)}${hrefOf(each) === href && sections.length > 1 ? sectionList(sections) : null}</li>\n`)}</ul>
`,
)}</div>
</details></nav>
<main id="content" tabindex="-1">
${content}
${href === null ? null : turn(site, href)}
</main>
<p class="status-message" role="status" aria-live="polite"></p>
<script>${trusted(pageScript)}</script>
</body>
</html>
`.markup
  return base === '' ? page : page.replaceAll(/(href|data-find)="\/docs/g, `$1="${base}/docs`)
}

/** A page of the documentation by itself. */
export function renderPage(site: DocsSite, page: DocsPage): string {
  const href = hrefOf(page)
  const sections = page.sections.map(({ markup }) => trusted(markup.markup.replaceAll(`href="${href}#`, 'href="#')))
  const content = html`<h1>${page.title}</h1>
${page.intro}
${sections}`
  return inShell(site, { ...page, href, content })
}

const pageLink = (href: string, title: string, current: string | null): Html =>
  href === current ? html`<a href="${href}" aria-current="page">${title}</a>` : html`<a href="${href}">${title}</a>`

const sectionList = (sections: Section[]): Html => html`<ul class="sections">
${sections.map(
  ({ id, title, verb }) =>
    html`<li><a href="#${id}">${title}${verb === undefined ? null : html` <span class="verb ${verb}">${verb.toUpperCase()}</span>`}</a></li>\n`,
)}</ul>`

/** Links to the pages before and after one. */
function turn({ groups }: DocsSite, href: string): Html {
  const pages = [{ title: 'Overview', href: '/docs' }].concat(
    groups.flatMap((group) => group.pages.map((page) => ({ title: page.title, href: hrefOf(page) }))),
  )
  const at = pages.findIndex((page) => page.href === href)
  const [before, after] = [pages[at - 1], pages[at + 1]]
  return html`<nav class="turn" aria-label="Previous and next page">
${before ? html`<a rel="prev" href="${before.href}"><span>Previous</span>${before.title}</a>` : null}
${after ? html`<a rel="next" href="${after.href}"><span>Next</span>${after.title}</a>` : null}
</nav>`
}
