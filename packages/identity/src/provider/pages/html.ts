/** Markup that needs no escaping. */
export interface Html {
  readonly markup: string
}

/** Marks a text as markup; for constants and for what another library has rendered. */
export const trusted = (markup: string): Html => ({ markup })

/** Markup with values in it: a text is escaped for element content and quoted attributes, other markup is taken as it is, null is nothing. */
export function html(parts: TemplateStringsArray, ...values: (string | Html | null)[]): Html {
  return trusted(parts.map((part, n) => part + rendered(values[n] ?? null)).join(''))
}

function rendered(value: string | Html | null): string {
  if (value === null) return ''
  return typeof value === 'string' ? escaped(value) : value.markup
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
