import { type Html, html } from '@inlet/runtime'

const marks = /`([^`]+)`|\*\*([^*]+)\*\*/g

/** The little Markdown that descriptions are written in, within one paragraph: `code` and **strong**. */
export function inlineMarkdown(text: string): Html {
  const parts: (string | Html)[] = []
  let end = 0
  for (const { 0: whole, 1: code, 2: strong, index } of text.matchAll(marks)) {
    parts.push(
      text.slice(end, index),
      code === undefined ? html`<strong>${strong ?? ''}</strong>` : html`<code>${code}</code>`,
    )
    end = index + whole.length
  }
  return html`${[...parts, text.slice(end)]}`
}

/** The same for a whole text, whose paragraphs an empty line parts. */
export const markdown = (text: string): Html =>
  html`${text.split(/\n{2,}/).map((paragraph) => html`<p>${inlineMarkdown(paragraph)}</p>`)}`
