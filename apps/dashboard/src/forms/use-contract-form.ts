import { zodResolver } from '@hookform/resolvers/zod'
import { type FormEvent, useState } from 'react'
import { type DefaultValues, type FieldPath, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { type CallError, toCallError } from '../api/call-error.ts'
import { useDraft, useKeptDraft } from './draft.ts'

export interface ContractFormOptions<Input extends FieldValues, Output> {
  /** The contract's object, without the ids that are in the path. */
  schema: z.ZodType<Output, Input>
  /** A value for each field. */
  defaults: DefaultValues<Input>
  /** Names the form in this tab: its input survives a session that ends. */
  draft: string
  /** Fields that are never kept. */
  secrets?: readonly string[]
  /** Sends the values. An error that it throws is shown at the fields that it names, or below the form. */
  onSubmit: (values: Output) => Promise<unknown>
}

interface ContractForm<Input extends FieldValues, Output> {
  form: UseFormReturn<Input, unknown, Output>
  submit: (event?: FormEvent) => void
  /** An error that no field explains. */
  error: unknown
  isBusy: boolean
}

const noSecrets: readonly string[] = []

/** A form that is checked by a schema of the contract before it is sent, and shows the server's errors at their fields. */
export function useContractForm<Input extends FieldValues, Output>(
  options: ContractFormOptions<Input, Output>,
): ContractForm<Input, Output> {
  const { schema, defaults, draft: key, secrets = noSecrets, onSubmit } = options
  const draft = useDraft(key, defaults)
  const form = useForm<Input, unknown, Output>({
    resolver: zodResolver(schema, { error: fieldErrors }),
    defaultValues: { ...defaults, ...draft },
  })
  const [error, setError] = useState<unknown>(null)
  const { getValues, setError: setFieldError } = form
  useKeptDraft({ key, secrets, typed: getValues })

  const send = form.handleSubmit(async (values) => {
    setError(null)
    try {
      await onSubmit(values)
    } catch (thrown) {
      if (!placeErrors<Input>(toCallError(thrown), Object.keys(defaults), setFieldError)) setError(thrown)
    }
  })
  return { form, submit: (event?: FormEvent) => void send(event), error, isBusy: form.formState.isSubmitting }
}

/**
 * Shows the server's errors at the fields that they name, and focuses the first of them.
 * @returns whether each error has a field
 */
function placeErrors<Input extends FieldValues>(
  { details }: Pick<CallError, 'details'>,
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

/** What is wrong with a field; undefined leaves the contract's own message. */
const fieldErrors: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === 'too_small' && issue.origin === 'string' && issue.minimum === 1) return 'Fill this in'
  if (issue.code === 'too_small' && issue.origin === 'array') return 'Choose at least one'
  if (issue.code === 'too_big' && issue.origin === 'string') return `At most ${issue.maximum} characters`
  return undefined
}
