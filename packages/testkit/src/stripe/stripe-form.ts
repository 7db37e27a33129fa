/** A form-encoded value: text, or fields; the entries of an array are fields `0`, `1`, … */
export type FormValue = string | { [field: string]: FormValue }

/** Reads what the `stripe` library sends: `items[0][price]=p` is `{ items: { 0: { price: 'p' } } }`. */
export function readForm(text: string): Record<string, FormValue> {
  const form: Record<string, FormValue> = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const steps = name.match(/[^[\]]+/g) ?? []
    const last = steps.pop()
    if (last === undefined) continue
    let fields = form
    for (const step of steps) {
      const inner = fields[step]
      const next = typeof inner === 'object' ? inner : {}
      fields[step] = next
      fields = next
    }
    fields[last] = value
  }
  return form
}

/** The text at a path of fields, or undefined. */
export function textAt(form: Record<string, FormValue>, ...path: string[]): string | undefined {
  let value: FormValue | undefined = form
  for (const step of path) value = typeof value === 'object' ? value[step] : undefined
  return typeof value === 'string' ? value : undefined
}

/** The texts below a field, such as `metadata`. */
export function textsAt(form: Record<string, FormValue>, field: string): Record<string, string> {
  const value = form[field]
  const entries = typeof value === 'object' ? Object.entries(value) : []
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}
