import type { DocsPage, DocsSite } from './docs-page.ts'
import { hrefOf } from './page-shell.ts'

/** A place that the find field leads to. */
interface Place {
  /** Its anchor, or for a page the last part of its path: what the address of the place ended with when all was one page. */
  id: string
  href: string
  title: string
  page: string
  verb?: string
  /** The words of the place, each once, in lower case. */
  words: string
}

/** All places of the documentation with their words, as JSON. */
export function findIndex({ publicUrl, groups }: DocsSite): string {
  const base = new URL(publicUrl).pathname.replace(/\/$/, '')
  return JSON.stringify(groups.flatMap(({ pages }) => pages.flatMap((page) => placesOf(page, base))))
}

function placesOf(page: DocsPage, base: string): Place[] {
  const href = `${base}${hrefOf(page)}`
  return [
    {
      id: page.path.split('/').at(-1) ?? '',
      href,
      title: page.title,
      page: page.title,
      words: wordsOf(`${page.title} ${page.summary} ${page.intro.markup}`),
    },
    ...page.sections.map(({ id, title, verb, markup }) => ({
      id,
      href: `${href}#${id}`,
      title,
      page: page.title,
      ...(verb && { verb }),
      words: wordsOf(markup.markup),
    })),
  ]
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

function wordsOf(markup: string): string {
  const text = markup
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/&(#39|\w+);/g, (_, name: string) => entities[name] ?? ' ')
  const words = text.toLowerCase().split(/[\s"'(){}[\],;·…“”]+/)
  return [...new Set(words.map((word) => word.replace(/[.:!?]$/, '')))].join(' ').trim()
}
