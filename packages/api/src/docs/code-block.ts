import { type Html, html } from '@inlet/runtime'

/** Code to copy; its label says to whoever cannot see it what it is. It scrolls by keyboard where it is too wide. */
export const codeBlock = (label: string, code: string): Html =>
  html`<div class="code"><pre tabindex="0" role="region" aria-label="${label}"><code>${code}</code></pre></div>`

/** A JSON value as a block. */
export const jsonBlock = (label: string, value: unknown): Html => codeBlock(label, JSON.stringify(value, null, 2))
