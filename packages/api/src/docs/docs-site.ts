import type { OpenApiDocument } from '../openapi/document.ts'
import type { DocsPage, DocsSite } from './docs-page.ts'
import { findIndex } from './find-index.ts'
import type { GuideGroup } from './guides/read-guides.ts'
import { renderGuide } from './guides/render-guide.ts'
import { hrefOf, renderPage } from './page-shell.ts'
import { referencePages } from './reference-pages.ts'
import { missingPage, startPage } from './start-page.ts'

/** The documents of the documentation, each made when it is asked for. */
export interface DocsDocuments {
  /** By path. */
  pages: Map<string, () => string>
  findIndex: () => string
  missing: () => string
}

/** The documentation of a running server: the guides of the repository, and the reference of its own document. */
export function docsDocuments(document: OpenApiDocument, guideGroups: GuideGroup[]): DocsDocuments {
  const { info, servers } = document
  const publicUrl = (servers[0]?.url ?? '').replace(/\/v1$/, '')
  const site: DocsSite = {
    title: `${info.title} API`,
    summary: info.summary,
    publicUrl,
    groups: [
      ...guideGroups.map(({ title, guides }) => ({
        title,
        pages: guides.map((guide) => renderGuide(guide, publicUrl)),
      })),
      { title: 'API reference', pages: referencePages(document) },
    ],
  }
  const entryOf = (page: DocsPage): [string, () => string] => [hrefOf(page), () => renderPage(site, page)]
  const pages = site.groups.flatMap((group) => group.pages.map(entryOf))
  return {
    pages: new Map([['/docs', () => startPage(site)], ...pages]),
    findIndex: () => findIndex(site),
    missing: () => missingPage(site),
  }
}
