import { type Html, html } from '@inlet/runtime'

/** An entry of the table of contents, with those below it. */
export interface Place {
  anchor: string
  title: string
  /** The HTTP method of an operation, in lower case. */
  verb?: string
  below?: Place[]
}

/** The table of contents, with a filter field where scripts run. */
export function contents(places: Place[]): Html {
  return html`<nav aria-label="Contents"><details class="contents" open><summary>Contents</summary>
<div class="find" hidden><input type="search" aria-label="Find in this page" placeholder="Find a call, field or error" aria-keyshortcuts="/" autocomplete="off" spellcheck="false"><p role="status"></p></div>
${list(places)}
</details></nav>`
}

const list = (places: Place[]): Html => html`<ul>
${places.map(
  ({
    anchor,
    title,
    verb,
    below,
  }) => html`<li><a href="#${anchor}">${title}${verb === undefined ? null : html` <span class="verb ${verb}">${verb.toUpperCase()}</span>`}</a>${below ? list(below) : null}</li>
`,
)}</ul>`
