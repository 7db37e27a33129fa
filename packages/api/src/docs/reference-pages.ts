import { html } from '@inlet/runtime'
import type { OpenApiDocument } from '../openapi/document.ts'
import { isEnvelope } from '../openapi/name-envelopes.ts'
import { jsonBlock } from './code-block.ts'
import { type DocsPage, sectionHeading, titledSection } from './docs-page.ts'
import { errorPage } from './error-page.ts'
import { fieldsOf, fieldTable } from './field-table.ts'
import { schemaAnchor } from './format-schema.ts'
import { inlineMarkdown, markdown } from './inline-markdown.ts'
import { operationSection } from './operation-section.ts'

/** The pages of the reference: what holds for all calls, a page for each group of them, the errors, and the objects. */
export const referencePages = (document: OpenApiDocument): DocsPage[] => [
  basicsPage(document),
  ...groupPages(document),
  errorPage(document),
  objectsPage(document),
]

/** A paragraph of the introduction that begins with its title. */
const titledParagraph = /^\*\*(\w+)\.\*\* (.*)$/s

function basicsPage({ info, servers }: OpenApiDocument): DocsPage {
  const paragraphs = info.description.split(/\n{2,}/)
  const sections = paragraphs.flatMap((paragraph) => {
    const [, title = '', text = ''] = paragraph.match(titledParagraph) ?? []
    return title === '' ? [] : [titledSection({ id: title.toLowerCase(), title, body: markdown(text) })]
  })
  const untitled = paragraphs.filter((paragraph) => !titledParagraph.test(paragraph))
  return {
    path: 'api/basics',
    title: 'Basics',
    summary: 'Credentials, envelopes, errors, limits and formats, which are the same for every call.',
    intro: html`${markdown(untitled.join('\n\n'))}<p class="route"><code>${servers[0]?.url ?? ''}</code></p>`,
    sections,
  }
}

function groupPages(document: OpenApiDocument): DocsPage[] {
  const placed = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  )
  return document.tags.map(({ name, description }) => ({
    path: `api/${name.toLowerCase().replaceAll(/\W+/g, '-')}`,
    title: name,
    summary: description,
    intro: html`<p class="lead">${inlineMarkdown(description)}</p>`,
    sections: placed
      .filter(({ operation }) => operation.tags.includes(name))
      .map((each) => operationSection(document, each)),
  }))
}

function objectsPage({ components }: OpenApiDocument): DocsPage {
  const summary = 'The fields of every object that calls return.'
  const schemas = Object.entries(components.schemas).filter(([, schema]) => !isEnvelope(schema))
  return {
    path: 'api/objects',
    title: 'Objects',
    summary,
    intro: html`<p class="lead">${summary}</p>`,
    sections: schemas.map(([name, schema]) => {
      const id = schemaAnchor(name)
      const markup = html`<section class="operation" id="${id}">
<div class="words">${sectionHeading(id, name)}
<p>${schema.description ?? ''}</p>
${fieldTable(fieldsOf(schema), false)}</div>
<div class="examples">${schema.examples ? jsonBlock(`An example of ${name}`, schema.examples[0], 'Example') : null}</div>
</section>
`
      return { id, title: name, markup }
    }),
  }
}
