import { errorBody } from '@inlet/contract'
import { html } from '@inlet/runtime'
import type { OpenApiDocument, Response } from '../openapi/document.ts'
import { jsonBlock } from './code-block.ts'
import { type DocsPage, titledSection } from './docs-page.ts'
import { inlineMarkdown } from './inline-markdown.ts'

/** Every error once: its status, when it occurs, and its detail codes. */
export function errorPage({ paths, components }: OpenApiDocument): DocsPage {
  const statuses = new Map<string, string>()
  for (const { responses } of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    for (const [status, response] of Object.entries(responses)) {
      if ('$ref' in response) statuses.set(status, response.$ref.split('/').at(-1) ?? '')
    }
  }
  const sections = [...statuses].sort().map(([status, name]) => {
    const { description, content } = components.responses[name] ?? { description: '' }
    const codes = Object.values(content?.['application/json']?.examples ?? {}).flatMap(({ value }) =>
      errorOf(value).details.map(({ code }) => code),
    )
    const body = html`<p>${inlineMarkdown(description)}</p>
${codes.length === 0 ? null : html`<h3>Detail codes</h3><ul class="codes">${codes.map((code) => html`<li><code>${code}</code></li>`)}</ul>`}`
    return titledSection({ id: `error-${status}`, title: `${status} ${codeOf(content)}`, body })
  })
  const shown = Object.values(components.responses.Forbidden?.content?.['application/json']?.examples ?? {})[0]
  const summary = 'Every error with its status, its code and its detail codes.'
  return {
    path: 'api/errors',
    title: 'Errors',
    summary,
    intro: html`<p>Every error has the same body. Use <code>error.code</code> and <code>error.details[].code</code> in your program. The words can change.</p>
${shown ? jsonBlock('The body of an error', shown.value) : null}`,
    sections,
  }
}

const codeOf = (content: Response['content']): string =>
  Object.values(content?.['application/json']?.examples ?? {}).map(({ value }) => errorOf(value).code)[0] ?? ''

function errorOf(value: unknown): { code: string; details: { code: string }[] } {
  const parsed = errorBody.safeParse(value)
  return { code: parsed.data?.error.code ?? '', details: parsed.data?.error.details ?? [] }
}
