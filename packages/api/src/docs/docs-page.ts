import { brandIcon, brandMark, type Html, html, trusted } from '@inlet/runtime'
import type { OpenApiDocument } from '../openapi/document.ts'
import { isEnvelope } from '../openapi/name-envelopes.ts'
import { jsonBlock } from './code-block.ts'
import { docsStyles } from './docs-styles.ts'
import { errorSection } from './error-section.ts'
import { fieldsOf, fieldTable } from './field-table.ts'
import { guides } from './guides/all-guides.ts'
import { guideSection } from './guides/guide.ts'
import { markdown } from './inline-markdown.ts'
import { operationSection, type PlacedOperation } from './operation-section.ts'
import { pageScript } from './page-script.ts'
import { quickstart } from './quickstart.ts'
import { schemaAnchor } from './schema-words.ts'

interface TagOperations {
  name: string
  anchor: string
  description: string
  operations: PlacedOperation[]
}

/** An entry of the table of contents, with those below it. */
interface Place {
  anchor: string
  title: string
  /** The HTTP method of an operation, in lower case. */
  verb?: string
  below?: Place[]
}

/** The whole page: quickstart, guides, and the reference of the document. It loads nothing, and is complete without its script. */
export function docsPage(document: OpenApiDocument): string {
  const { info, servers, components } = document
  const baseUrl = servers[0]?.url ?? ''
  const tags = byTag(document)
  const schemas = Object.entries(components.schemas).filter(([, schema]) => !isEnvelope(schema))
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${info.summary}">
<title>${info.title} API</title>
<link rel="icon" href="${brandIcon}">
<style>${trusted(docsStyles)}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header><a class="brand" href="#content">${brandMark}${info.title} API</a> <span class="elsewhere"><a href="${baseUrl.replace(/\/v1$/, '')}/dashboard">Dashboard</a> <a href="${baseUrl}/openapi.json">openapi.json</a></span></header>
${contents(placesOf(tags, schemas))}
<main id="content">
<h1>${info.title} API</h1>
<p class="lead">${info.summary}</p>
<p class="route"><code>${baseUrl}</code></p>
${quickstart(baseUrl)}
<h2 id="guides"><a class="anchor" href="#guides">Guides</a></h2>
${guides.map((guide) => guideSection(guide, baseUrl))}
<h2 id="basics"><a class="anchor" href="#basics">Basics</a></h2>
${markdown(info.description)}
${tags.map(
  ({
    name,
    anchor,
    description,
    operations,
  }) => html`<h2 id="${anchor}"><a class="anchor" href="#${anchor}">${name}</a></h2>
<p>${description}</p>
${operations.map((placed) => operationSection(document, placed))}`,
)}
<h2 id="errors"><a class="anchor" href="#errors">Errors</a></h2>
${errorSection(document)}
<h2 id="objects"><a class="anchor" href="#objects">Objects</a></h2>
${schemas.map(
  ([
    name,
    schema,
  ]) => html`<section class="operation" id="${schemaAnchor(name)}" aria-labelledby="${schemaAnchor(name)}-title">
<div class="words"><h3 id="${schemaAnchor(name)}-title"><a class="anchor" href="#${schemaAnchor(name)}">${name}</a></h3>
<p>${schema.description ?? ''}</p>
${fieldTable(fieldsOf(schema), false)}</div>
<div class="examples">${schema.examples ? jsonBlock(`An example of ${name}`, schema.examples[0]) : null}</div>
</section>
`,
)}
</main>
<p class="status-message" role="status" aria-live="polite"></p>
<script>${trusted(pageScript)}</script>
</body>
</html>
`.markup
}

/** The table of contents, with a filter field where scripts run. */
function contents(places: Place[]): Html {
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

const anchorOf = (name: string) => name.toLowerCase().replaceAll(/\W+/g, '-')

function byTag({ tags, paths }: OpenApiDocument): TagOperations[] {
  const placed = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  )
  return tags.map(({ name, description }) => ({
    name,
    anchor: anchorOf(name),
    description,
    operations: placed.filter(({ operation }) => operation.tags.includes(name)),
  }))
}

function placesOf(tags: TagOperations[], schemas: [string, unknown][]): Place[] {
  return [
    { anchor: 'quickstart', title: 'Quickstart', below: [{ anchor: 'typed-client', title: 'A typed client' }] },
    { anchor: 'guides', title: 'Guides', below: guides },
    { anchor: 'basics', title: 'Basics' },
    ...tags.map(({ name, anchor, operations }) => ({
      anchor,
      title: name,
      below: operations.map(({ method, operation }) => ({
        anchor: operation.operationId,
        title: operation.summary,
        verb: method,
      })),
    })),
    { anchor: 'errors', title: 'Errors' },
    {
      anchor: 'objects',
      title: 'Objects',
      below: schemas.map(([name]) => ({ anchor: schemaAnchor(name), title: name })),
    },
  ]
}
