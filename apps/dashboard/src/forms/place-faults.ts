import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import type { Fault } from '../api/fault.ts'

/**
 * Puts the server's faults at the fields that they name, and the focus into the first of them.
 * @returns whether each fault has a place; else the whole is shown with the form
 */
export function placeFaults<Input extends FieldValues>(
  { details }: Pick<Fault, 'details'>,
  fields: readonly string[],
  setError: UseFormReturn<Input>['setError'],
): boolean {
  const isField = (path: string): path is FieldPath<Input> => fields.includes(path)
  let placed = 0
  for (const { path, message } of details) {
    if (!isField(path)) continue
    setError(path, { type: 'server', message }, { shouldFocus: placed === 0 })
    placed += 1
  }
  return placed > 0 && placed === details.length
}
