import { type Html, html } from '@inlet/runtime'

/** A guide to one task; `of` makes its text for a base URL that ends in `/v1`. */
export interface Guide {
  anchor: string
  title: string
  of: (baseUrl: string) => Html
}

/** A guide as a section of the page. */
export const guideSection = ({ anchor, title, of }: Guide, baseUrl: string): Html =>
  html`<section class="guide" id="${anchor}" aria-labelledby="${anchor}-title">
<h3 id="${anchor}-title"><a class="anchor" href="#${anchor}">${title}</a></h3>
${of(baseUrl)}
</section>
`
