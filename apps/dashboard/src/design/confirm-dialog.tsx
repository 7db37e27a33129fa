import { TriangleAlert } from 'lucide-react'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { AddressText } from './address-text.tsx'
import { Button } from './button.tsx'
import { Dialog, DialogBody, DialogFooter } from './dialog.tsx'
import { Field } from './field.tsx'
import { InlineError } from './inline-error.tsx'
import { Input } from './input.tsx'
import { inOrder, visibleText } from './visible-text.ts'

interface ConfirmDialogProps {
  isOpen: boolean
  onClose: () => void
  title: string
  /** What is lost, in a sentence or two. */
  loss: ReactNode
  /** What has to be typed; null for an act that is not worth it. */
  name: string | null
  /** The button's text: what it does, not "OK". */
  act: string
  isBusy: boolean
  /** What the act has failed with. */
  error: unknown
  onConfirm: () => void
}

/** Asks before something is lost, and says what; where a name is given, it has to be typed. */
export function ConfirmDialog({ isOpen, onClose, title, ...rest }: ConfirmDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title} size="small">
      <ConfirmForm onClose={onClose} {...rest} />
    </Dialog>
  )
}

/** Mounted anew each time the dialog opens, so that nothing is typed in it yet. */
function ConfirmForm(props: Omit<ConfirmDialogProps, 'isOpen' | 'title'>) {
  const { onClose, loss, name, act, isBusy, error, onConfirm } = props
  const [typed, setTyped] = useState('')
  const formId = useId()
  // A name may have characters that nobody sees, and so nobody types.
  const isConfirmed = name === null || visibleText(typed) === visibleText(name)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isConfirmed && !isBusy) onConfirm()
  }
  return (
    <>
      <DialogBody>
        <div className="flex gap-2.5 rounded-md bg-danger-soft px-3 py-2.5 text-danger text-ui">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          <div>{loss}</div>
        </div>
        <form id={formId} onSubmit={submit} className="grid gap-4 empty:hidden">
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
        </form>
        <InlineError error={error} />
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          look="danger"
          type="submit"
          form={formId}
          isBusy={isBusy}
          refusal={isConfirmed ? null : 'Type the name first'}
        >
          {act}
        </Button>
      </DialogFooter>
    </>
  )
}
