/** Markup that needs no escaping. */
export interface Html {
  readonly markup: string
}

/** Marks a text as markup; for constants and for the output of another renderer. */
export const trusted = (markup: string): Html => ({ markup })

type Value = string | Html | null | readonly (string | Html | null)[]

/** Markup with values in it: a text is escaped for element content and quoted attributes, markup is not, null is empty, a list is its items. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  return trusted(parts.map((part, n) => part + rendered(values[n] ?? null)).join(''))
}

function rendered(value: Value): string {
  if (value === null) return ''
  if (typeof value === 'string') return escaped(value)
  return 'markup' in value ? value.markup : value.map(rendered).join('')
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** A text as the content of an element, where quotes need no escaping: code has many. Never for an attribute. */
export const contentOf = (text: string): Html =>
  trusted(text.replace(/[&<>]/g, (character) => entities[character] ?? ''))

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
