import { type Html, html } from '@inlet/runtime'

const marks = /`([^`]+)`|\*\*([^*]+)\*\*/g

/** Renders one paragraph of a description; of Markdown only `code` and **strong** are known. */
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

/** Renders a text of several paragraphs, separated by empty lines. */
export const markdown = (text: string): Html =>
  html`${text.split(/\n{2,}/).map((paragraph) => html`<p>${inlineMarkdown(paragraph)}</p>`)}`
