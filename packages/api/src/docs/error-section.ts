import { errorBody } from '@inlet/contract'
import { type Html, html } from '@inlet/runtime'
import type { OpenApiDocument, Response } from '../openapi/document.ts'
import { jsonBlock } from './code-block.ts'
import { inlineMarkdown } from './inline-markdown.ts'

/** Every error once: its status, when it occurs, its detail codes, and an example. */
export function errorSection({ paths, components }: OpenApiDocument): Html {
  const statuses = new Map<string, string>()
  for (const { responses } of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    for (const [status, response] of Object.entries(responses)) {
      if ('$ref' in response) statuses.set(status, response.$ref.split('/').at(-1) ?? '')
    }
  }
  const rows = [...statuses].sort().map(([status, name]) => {
    const { description, content } = components.responses[name] ?? { description: '' }
    const details = Object.values(content?.['application/json']?.examples ?? {}).flatMap(({ value }) =>
      detailCodes(value),
    )
    const codes = details.map((code) => html`<code>${code}</code> `)
    return html`<dt id="error-${status}"><span class="status">${status}</span> <code>${codeOf(content)}</code></dt>
<dd>${inlineMarkdown(description)} ${codes}</dd>
`
  })
  const shown = Object.values(components.responses.Forbidden?.content?.['application/json']?.examples ?? {})[0]
  return html`<dl class="fields">${rows}</dl>
${shown ? jsonBlock('The body of an error', shown.value) : null}`
}

const codeOf = (content: Response['content']): string =>
  Object.values(content?.['application/json']?.examples ?? {}).map(({ value }) => errorOf(value).code)[0] ?? ''

const detailCodes = (value: unknown): string[] => errorOf(value).details.map(({ code }) => code)

function errorOf(value: unknown): { code: string; details: { code: string }[] } {
  const parsed = errorBody.safeParse(value)
  return { code: parsed.data?.error.code ?? '', details: parsed.data?.error.details ?? [] }
}
