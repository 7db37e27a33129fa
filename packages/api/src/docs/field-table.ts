import { type Html, html } from '@inlet/runtime'
import type { Schema } from '../openapi/document.ts'
import { formatLimits, formatType } from './format-schema.ts'
import { inlineMarkdown } from './inline-markdown.ts'

/** A field or parameter. */
export interface Field {
  name: string
  /** The parameter's place, such as `query`; null for a field of an object. */
  place: string | null
  isRequired: boolean
  description: string
  schema: Schema
}

/** The fields of an object and of the objects in it, by dotted name. */
export function fieldsOf(schema: Schema, prefix = ''): Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, property]) => {
    const name = `${prefix}${key}`
    const isRequired = schema.required?.includes(key) ?? false
    const field = { name, place: null, isRequired, description: property.description ?? '', schema: property }
    const inner = property.items ?? property
    return [field, ...fieldsOf(inner, property.items ? `${name}[].` : `${name}.`)]
  })
}

/** Fields as a description list, which is readable on a phone too. */
export function fieldTable(fields: Field[], marksRequired: boolean): Html {
  const rows = fields.map(({ name, place, isRequired, description, schema }) => {
    const requiredMark = isRequired && marksRequired ? html` <span class="demand">required</span>` : null
    const limits = formatLimits(schema).join(' · ')
    return html`<dt><code>${name}</code> <span class="type">${place === null ? null : `${place}, `}${formatType(schema)}</span>${requiredMark}</dt>
<dd>${inlineMarkdown(description)}${limits === '' ? null : html`<span class="bounds">${limits}</span>`}</dd>
`
  })
  return html`<dl class="fields">${rows}</dl>`
}
