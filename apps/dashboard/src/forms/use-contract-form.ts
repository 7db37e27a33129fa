import { zodResolver } from '@hookform/resolvers/zod'
import { type FormEvent, useState } from 'react'
import { type DefaultValues, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { faultOf } from '../api/fault.ts'
import { useDraft, useKeptDraft } from './draft.ts'
import { fieldWords } from './field-words.ts'
import { placeFaults } from './place-faults.ts'

interface ContractFormOptions<Input extends FieldValues, Output> {
  /** The contract's object, without the ids that are in the path. */
  schema: z.ZodType<Output, Input>
  /** A value for each field. */
  defaults: DefaultValues<Input>
  /** Names the form in this tab: what was typed in it survives a session that ends. */
  draft: string
  /** Fields that are never kept. */
  secrets?: readonly string[]
  /** Sends what was typed. What it throws is placed at the fields that it names, or shown whole. */
  act: (values: Output) => Promise<unknown>
}

interface ContractForm<Input extends FieldValues, Output> {
  form: UseFormReturn<Input, unknown, Output>
  submit: (event: FormEvent) => void
  /** A fault that no field explains. */
  error: unknown
  isBusy: boolean
}

const noSecrets: readonly string[] = []

/** A form that is checked by the contract's own schema before it is sent, and shows the server's faults where they belong. */
export function useContractForm<Input extends FieldValues, Output>(
  options: ContractFormOptions<Input, Output>,
): ContractForm<Input, Output> {
  const { schema, defaults, draft: key, secrets = noSecrets, act } = options
  const draft = useDraft(key, defaults)
  const form = useForm<Input, unknown, Output>({
    resolver: zodResolver(schema, { error: fieldWords }),
    defaultValues: { ...defaults, ...draft },
  })
  const [error, setError] = useState<unknown>(null)
  const { getValues, setError: setFieldError } = form
  useKeptDraft({ key, secrets, typed: getValues })

  const send = form.handleSubmit(async (values) => {
    setError(null)
    try {
      await act(values)
    } catch (thrown) {
      if (!placeFaults<Input>(faultOf(thrown), Object.keys(defaults), setFieldError)) setError(thrown)
    }
  })
  return { form, submit: (event) => void send(event), error, isBusy: form.formState.isSubmitting }
}
