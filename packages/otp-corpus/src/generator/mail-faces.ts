import type { Draws } from './draws.ts'
import { renderHtml } from './html/render-html.ts'
import { escaped } from './html/template.ts'
import type { Layout } from './layout.ts'
import { encodeText } from './mime/encode-text.ts'
import { type Entity, leaf, multipart } from './mime/entity.ts'
import type { Section } from './sections.ts'
import type { LanguageTraits } from './source-mail.ts'
import { renderText } from './text/render-text.ts'
import { flowed, wrapped } from './text/wrap-text.ts'

/** The input for the bodies of a mail. */
export interface MailContent {
  language: string
  traits: LanguageTraits
  subject: string
  sender: string
  sections: Section[]
  layout: Layout
  draws: Draws
}

const entitiesPercent = 12

/** Whether a charset can encode all text of the mail; in HTML, other characters can be references. */
export function fitsCharset(content: MailContent, charset: string): boolean {
  const { layout, subject } = content
  const texts = [subject, layout.faces === 'html' ? '' : textOf(content)]
  return texts.every((text) => encodeText(text, charset) !== null)
}

/** The body of a mail: its text, its HTML, or both as multipart/alternative. */
export function bodyEntity(content: MailContent, charset: string): Entity {
  const { faces } = content.layout
  if (faces === 'text') return textEntity(content, charset)
  if (faces === 'html') return htmlEntity(content, charset)
  return multipart('alternative', [textEntity(content, charset), htmlEntity(content, charset)], content.draws)
}

function textOf(content: MailContent): string {
  const { layout, draws, traits, sections } = content
  if (layout.shape === 'stub-text') return `${traits.stubText}\n`
  return renderText(sections, { draws, mark: layout.mark, isRightToLeft: layout.direction === 'rtl' })
}

function textEntity(content: MailContent, charset: string): Entity {
  const { layout, draws, traits } = content
  const text = textOf(content)
  const isFlowed = layout.shape === 'flowed'
  const deletesSpace = isFlowed && !traits.hasWordSpaces
  const unbroken = draws.chance('long lines', 45) ? text : wrapped(text, 76)
  const written = isFlowed ? flowed(text, deletesSpace) : unbroken
  const flow = isFlowed ? `; format=flowed${deletesSpace ? '; delsp=yes' : ''}` : ''
  return leaf({
    type: `text/plain${charsetParameter(layout, charset, draws)}${flow}`,
    bytes: bytesOf(written, charset),
    draws,
  })
}

function htmlEntity(content: MailContent, charset: string): Entity {
  const { layout, draws, language, sections, subject, sender } = content
  // Some programs write everything beyond ASCII as character references.
  const isAscii = draws.chance('character references', entitiesPercent)
  const written = isAscii ? 'us-ascii' : charset
  const head = {
    language,
    direction: layout.direction,
    charset: written,
    title: escaped(subject),
    sender: escaped(sender),
  }
  const html = withReferences(renderHtml(sections, { template: layout.template, draws, mark: layout.mark }, head), {
    charset: written,
    isHexadecimal: draws.chance('hexadecimal references', 40),
  })
  return leaf({
    type: `text/html${charsetParameter(layout, written, draws)}`,
    bytes: bytesOf(html, written),
    draws,
  })
}

function charsetParameter({ shape }: Layout, charset: string, draws: Draws): string {
  if (shape === 'no-charset') return ''
  return draws.pick('charset case', [
    `; charset=${charset}`,
    `; charset="${charset}"`,
    `; charset=${charset.toUpperCase()}`,
    `;\r\n\tcharset="${charset}"`,
  ])
}

/** Writes characters that the charset lacks as HTML character references. */
function withReferences(html: string, { charset, isHexadecimal }: { charset: string; isHexadecimal: boolean }): string {
  if (encodeText(html, charset) !== null) return html
  return [...html]
    .map((char) => {
      if (encodeText(char, charset) !== null) return char
      const point = char.codePointAt(0) ?? 0
      return isHexadecimal ? `&#x${point.toString(16)};` : `&#${point};`
    })
    .join('')
}

function bytesOf(text: string, charset: string): Buffer {
  const bytes = encodeText(text.replaceAll('\n', '\r\n'), charset)
  if (!bytes) throw new Error(`A text does not fit into ${charset}`)
  return bytes
}
