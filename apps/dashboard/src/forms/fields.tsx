import type { InputHTMLAttributes, ReactNode } from 'react'
import { Controller, type FieldPath, type FieldPathValue, type FieldValues, type UseFormReturn } from 'react-hook-form'
import { ChoiceGroup } from '../design/choice-group.tsx'
import { Field } from '../design/field.tsx'
import { Input } from '../design/input.tsx'

interface FormField<Values extends FieldValues, Name extends FieldPath<Values>, Output> {
  form: UseFormReturn<Values, unknown, Output>
  name: Name
}

interface TextFieldProps<Values extends FieldValues, Name extends FieldPath<Values>, Output>
  extends FormField<Values, Name, Output>,
    Omit<InputHTMLAttributes<HTMLInputElement>, 'form' | 'name'> {
  label: string
  hint?: ReactNode
  isOptional?: boolean
  /** An empty field is sent as none. */
  isEmptyNone?: boolean
}

/** A text field of a form, with its error. */
export function TextField<Values extends FieldValues, Name extends FieldPath<Values>, Output>(
  props: TextFieldProps<Values, Name, Output>,
) {
  const { form, name, label, hint, isOptional, isEmptyNone = false, ...input } = props
  const { error } = form.getFieldState(name, form.formState)
  const setValueAs = (typed: string) => typed || undefined
  return (
    <Field label={label} hint={hint} error={error?.message} {...(isOptional && { isOptional })}>
      <Input autoComplete="off" {...form.register(name, isEmptyNone ? { setValueAs } : {})} {...input} />
    </Field>
  )
}

interface ChoiceFieldProps<Values extends FieldValues, Name extends FieldPath<Values>, Output>
  extends FormField<Values, Name, Output> {
  legend: string
  choices: readonly { value: NoInfer<FieldPathValue<Values, Name>>; label: string; hint?: string }[]
}

/** A choice among a few values, in a form. */
export function ChoiceField<Values extends FieldValues, Name extends FieldPath<Values>, Output>({
  form,
  name,
  legend,
  choices,
}: ChoiceFieldProps<Values, Name, Output>) {
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field }) => (
        <ChoiceGroup legend={legend} value={field.value} onChange={field.onChange} choices={choices} />
      )}
    />
  )
}
