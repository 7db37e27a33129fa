/** What every instrument says of itself. */
export interface Told {
  /** By Prometheus' conventions: unit last, `_total` behind what only grows. */
  name: string
  help: string
}

/** A label and all values that it can have. */
export interface OneLabel<Value extends string = string> extends Told {
  label: string
  values: readonly Value[]
}

/** Labels whose values are a few by their types; those in `known` are there from the start, at 0. */
export interface ByLabels<Label extends string> extends Told {
  labels: readonly Label[]
  known: Record<Label, string>[]
}
