import { TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { AddressText } from './address-text.tsx'
import { Field } from './field.tsx'
import { FormDialog, type FormDialogProps } from './form-dialog.tsx'
import { Input } from './input.tsx'
import { inOrder, visibleText } from './visible-text.ts'

interface ConfirmDialogProps extends Pick<FormDialogProps, 'onClose' | 'isBusy' | 'error' | 'submitLabel'> {
  title: string
  /** What is lost, in a sentence or two. */
  loss: ReactNode
  /** What has to be typed to confirm; null where a click is enough. */
  name: string | null
  onConfirm: () => void
}

/** Asks before something is lost, and says what; where a name is given, it has to be typed. */
export function ConfirmDialog({ loss, name, onConfirm, ...dialog }: ConfirmDialogProps) {
  const [typed, setTyped] = useState('')
  // A name may have invisible characters, which nobody types.
  const isConfirmed = name === null || visibleText(typed) === visibleText(name)
  return (
    <FormDialog
      {...dialog}
      size="small"
      variant="danger"
      refusal={isConfirmed ? null : 'Type the name first'}
      onSubmit={onConfirm}
    >
      <div className="flex gap-2.5 rounded-md bg-danger-soft px-3 py-2.5 text-danger text-ui">
        <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
        <div>{loss}</div>
      </div>
      {name !== null && (
        <Field
          label={
            <>
              Type “
              <bdi>
                <AddressText>{inOrder(name)}</AddressText>
              </bdi>
              ” to confirm
            </>
          }
        >
          <Input
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
          />
        </Field>
      )}
    </FormDialog>
  )
}
