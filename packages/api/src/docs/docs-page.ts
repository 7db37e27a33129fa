import { type Html, html } from '@inlet/runtime'

/** A page of the documentation. Links in it begin with `/docs`, without the path that `PUBLIC_URL` may have. */
export interface DocsPage {
  /** What follows `/docs/`. */
  path: string
  title: string
  summary: string
  intro: Html
  sections: Section[]
}

/** A part of a page with an anchor of its own. */
export interface Section {
  id: string
  title: string
  /** The HTTP method of an operation, in lower case. */
  verb?: string
  /** The whole section, with its heading. */
  markup: Html
}

/** Pages under one heading of the navigation. */
export interface DocsGroup {
  title: string
  pages: DocsPage[]
}

/** The whole documentation of one server. */
export interface DocsSite {
  title: string
  summary: string
  publicUrl: string
  groups: DocsGroup[]
}

/** A heading with a link to itself. */
export const sectionHeading = (id: string, title: string): Html =>
  html`<h2><a class="anchor" href="#${id}">${title}</a></h2>`

/** A section whose heading stands before its text. */
export const titledSection = ({ id, title, body }: { id: string; title: string; body: Html }): Section => ({
  id,
  title,
  markup: html`<section class="part" id="${id}">
${sectionHeading(id, title)}
${body}
</section>
`,
})
