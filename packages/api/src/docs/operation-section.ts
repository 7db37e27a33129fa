import { type Html, html } from '@inlet/runtime'
import { type OpenApiDocument, type Operation, resolve } from '../openapi/document.ts'
import { codeBlock, jsonBlock } from './code-block.ts'
import { curlExample } from './curl-example.ts'
import { type Section, sectionHeading } from './docs-page.ts'
import { fieldsOf, fieldTable } from './field-table.ts'
import { formatType } from './format-schema.ts'
import { inlineMarkdown, markdown } from './inline-markdown.ts'

/** An operation with its method and path. */
export interface PlacedOperation {
  method: string
  path: string
  operation: Operation
}

/** The section of an operation, with its parameters, body, responses and examples. */
export function operationSection(document: OpenApiDocument, { method, path, operation }: PlacedOperation): Section {
  const { operationId, summary, description } = operation
  const parameters = operation.parameters.map((each) => resolve(document.components.parameters, each))
  const call = curlExample({ document, method, path, operation, parameters })
  const fields = parameters.map(({ name, in: place, required, description, schema }) => ({
    name,
    place,
    isRequired: required,
    description,
    schema,
  }))
  const markup = html`<section class="operation" id="${operationId}">
<div class="words">
${sectionHeading(operationId, summary)}
<p class="route"><span class="verb ${method}">${method.toUpperCase()}</span> <code>${path}</code></p>
${markdown(description)}
${fields.length === 0 ? null : html`<h3>Parameters</h3>${fieldTable(fields, true)}`}
${requestBody(operation)}
${refusals(document, operation)}
</div>
<div class="examples">
${codeBlock(`Call ${operationId} with curl`, call, 'Request')}
${success(document, operation)}
</div>
</section>
`
  return { id: operationId, title: summary, verb: method, markup }
}

function requestBody({ requestBody }: Operation): Html | null {
  if (!requestBody) return null
  return html`<h3>Body</h3>
<p>${inlineMarkdown(requestBody.description)}</p>
${fieldTable(fieldsOf(requestBody.content['application/json'].schema), true)}`
}

function success(document: OpenApiDocument, { operationId, responses }: Operation): Html[] {
  return Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([status, each]) => {
      const { description, content } = resolve(document.components.responses, each)
      const { data } =
        resolve(document.components.schemas, content?.['application/json']?.schema ?? {}).properties ?? {}
      const example = Object.values(content?.['application/json']?.examples ?? {})[0]
      return html`<p class="answer"><span class="status">${status}</span> ${inlineMarkdown(description)}${data?.$ref || data?.items ? html` <span class="type">data: ${formatType(data)}</span>` : null}</p>
${example ? jsonBlock(`Answer ${status} of ${operationId}`, example.value, `Response ${status}`) : null}`
    })
}

function refusals(document: OpenApiDocument, { responses }: Operation): Html {
  const rows = Object.entries(responses)
    .filter(([status]) => !status.startsWith('2'))
    .map(([status, each]) => {
      const { description } = resolve(document.components.responses, each)
      return html`<dt><a href="/docs/api/errors#error-${status}">${status}</a></dt><dd>${inlineMarkdown('description' in each && each.description ? each.description : description)}</dd>`
    })
  return html`<details><summary>Errors: ${Object.keys(responses)
    .filter((status) => !status.startsWith('2'))
    .join(', ')}</summary><dl class="refusals">${rows}</dl></details>`
}
