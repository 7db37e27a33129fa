import { type FormEvent, type ReactNode, useId } from 'react'
import { Button } from './button.tsx'
import { Dialog, DialogBody, DialogFooter, type DialogProps } from './dialog.tsx'
import { InlineError } from './inline-error.tsx'

export interface FormDialogProps extends Pick<DialogProps, 'title' | 'description' | 'size' | 'onClose'> {
  /** What the button does: "Create webhook", not "OK". */
  submitLabel: string
  variant?: 'primary' | 'danger'
  /** Why it cannot be sent yet. */
  refusal?: string | null
  isBusy: boolean
  /** Why the last attempt failed. */
  error: unknown
  onSubmit: () => void
  /** The fields. */
  children?: ReactNode
}

/** A dialog with a form: its fields, the error of the last attempt, Cancel, and the button that sends it. */
export function FormDialog(props: FormDialogProps) {
  const { submitLabel, variant = 'primary', refusal = null, isBusy, error, onSubmit, children, ...dialog } = props
  const formId = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isBusy && refusal === null) onSubmit()
  }
  return (
    <Dialog {...dialog}>
      <DialogBody>
        <form id={formId} onSubmit={submit} noValidate className="grid grid-cols-1 gap-5">
          {children}
        </form>
        <InlineError error={error} />
      </DialogBody>
      <DialogFooter>
        <Button onClick={dialog.onClose}>Cancel</Button>
        <Button variant={variant} type="submit" form={formId} isBusy={isBusy} refusal={refusal}>
          {submitLabel}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
