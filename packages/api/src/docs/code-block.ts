import { type Html, html } from '@inlet/runtime'

/** A block of code; screen readers read its label. Where it is too wide it can be scrolled by keyboard. */
export const codeBlock = (label: string, code: string): Html =>
  html`<div class="code"><pre tabindex="0" role="region" aria-label="${label}"><code>${code}</code></pre></div>`

/** A JSON value as a block. */
export const jsonBlock = (label: string, value: unknown): Html => codeBlock(label, JSON.stringify(value, null, 2))
