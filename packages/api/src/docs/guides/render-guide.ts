import { type Html, html, trusted } from '@inlet/runtime'
import { Marked, Renderer, type Token, type Tokens } from 'marked'
import { codeBlock, codeTabs } from '../code-block.ts'
import { type DocsPage, titledSection } from '../docs-page.ts'
import { withValues } from './guide-values.ts'
import type { Guide } from './read-guides.ts'

const languages: Record<string, string> = { js: 'Node.js', python: 'Python', php: 'PHP', java: 'Java' }

/** The first word after a fence is the language, the rest is the title of the block. */
function blockOf({ lang = '', text }: Tokens.Code): { language: string; title: string; text: string } {
  const [language = '', ...title] = lang.split(' ')
  return { language: languages[language] ?? language, title: title.join(' '), text }
}

const tables = new Renderer()

const marked = new Marked({
  renderer: {
    code(token) {
      const { title, text } = blockOf(token)
      return codeBlock(title, text).markup
    },
    link({ href, tokens }) {
      const guide = href.match(/^([\w-]+)\.md(#.*)?$/)
      const target = guide ? `/docs/guides/${guide[1]}${guide[2] ?? ''}` : href
      return html`<a href="${target}">${trusted(this.parser.parseInline(tokens))}</a>`.markup
    },
    table(token) {
      return `<div class="table">${tables.table.call(this, token)}</div>`
    },
    html({ text }) {
      throw new Error(`A guide has markup that is not Markdown: ${text}`)
    },
  },
})

const isCode = (token: Token): token is Tokens.Code => token.type === 'code'
const isHeading = (token: Token): token is Tokens.Heading => token.type === 'heading'

/** Blocks of code that follow each other are alternatives, shown as tabs. */
function rendered(tokens: Token[]): Html {
  const parts: (Token | Tokens.Code[])[] = []
  for (const token of tokens.filter(({ type }) => type !== 'space')) {
    const last = parts.at(-1)
    if (isCode(token) && Array.isArray(last)) last.push(token)
    else parts.push(isCode(token) ? [token] : token)
  }
  return html`${parts.map((part) => {
    if (!Array.isArray(part)) return trusted(marked.parser([part]))
    return part.length === 1 ? trusted(marked.parser(part)) : codeTabs(part.map(blockOf))
  })}`
}

/** The anchor of a heading, as code hosts make it. */
const anchorOf = (title: string) =>
  title
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(/\s+/g, '-')

/** The tokens before the first heading of the second level, and those below each. */
function splitAtHeadings(tokens: Token[]): { intro: Token[]; parts: { title: string; tokens: Token[] }[] } {
  const intro: Token[] = []
  const parts: { title: string; tokens: Token[] }[] = []
  for (const token of tokens) {
    if (isHeading(token) && token.depth === 2) parts.push({ title: token.text, tokens: [] })
    else (parts.at(-1)?.tokens ?? intro).push(token)
  }
  return { intro, parts }
}

/** Renders a guide as a page of the documentation. */
export function renderGuide({ name, title, summary, markdown }: Guide, publicUrl: string): DocsPage {
  const [, ...tokens] = marked.lexer(withValues(markdown, publicUrl))
  const { intro, parts } = splitAtHeadings(tokens)
  return {
    path: `guides/${name}`,
    title,
    summary,
    intro: rendered(intro),
    sections: parts.map((part) =>
      titledSection({ id: anchorOf(part.title), title: part.title, body: rendered(part.tokens) }),
    ),
  }
}
