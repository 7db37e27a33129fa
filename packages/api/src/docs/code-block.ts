import { contentOf, type Html, html } from '@inlet/runtime'

/** A block of code; screen readers read its label, and its caption is shown. Where it is too wide it can be scrolled by keyboard. */
export const codeBlock = (label: string, code: string, caption = label): Html =>
  html`<div class="code"><p class="caption" aria-hidden="true">${caption}</p><pre tabindex="0" role="region" aria-label="${label}"><code>${contentOf(code)}</code></pre></div>`

/** A JSON value as a block. */
export const jsonBlock = (label: string, value: unknown, caption = label): Html =>
  codeBlock(label, JSON.stringify(value, null, 2), caption)

/** The same in several languages. The script shows one at a time; without it they stand one below the other. */
export const codeTabs = (blocks: { language: string; title: string; text: string }[]): Html =>
  html`<div class="tabs">${blocks.map(({ language, title, text }) => codeBlock(title, text, language))}</div>`
