import type { ReactNode } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { FormDialog, type FormDialogProps } from '../design/form-dialog.tsx'
import { type ContractFormOptions, useContractForm } from './use-contract-form.ts'

interface ContractFormDialogProps<Input extends FieldValues, Output>
  extends ContractFormOptions<Input, Output>,
    Pick<FormDialogProps, 'title' | 'description' | 'size' | 'submitLabel' | 'onClose'> {
  children: (form: UseFormReturn<Input, unknown, Output>) => ReactNode
}

/** A dialog whose form is checked by a schema of the contract. */
export function ContractFormDialog<Input extends FieldValues, Output>(props: ContractFormDialogProps<Input, Output>) {
  const { schema, defaults, draft, secrets, onSubmit, children, ...dialog } = props
  const { form, submit, error, isBusy } = useContractForm({
    schema,
    defaults,
    draft,
    onSubmit,
    ...(secrets && { secrets }),
  })
  return (
    <FormDialog {...dialog} error={error} isBusy={isBusy} onSubmit={submit}>
      {children(form)}
    </FormDialog>
  )
}
