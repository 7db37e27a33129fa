import { changeServiceInput, limits } from '@inlet/contract'
import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { useTRPC } from '../../api/api-context.tsx'
import { Button } from '../../design/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../design/dialog.tsx'
import { Field } from '../../design/field.tsx'
import { InlineError } from '../../design/inline-error.tsx'
import { Input } from '../../design/input.tsx'
import { toast } from '../../design/toast.ts'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { useServiceChanged } from './use-service-changed.ts'

const schema = changeServiceInput.shape.accessLock.unwrap().pick({ password: true }).required()
const secrets = ['password']

interface LockPasswordDialogProps {
  id: string
  /** Whether the lock is on: then the password takes the place of another one. */
  isOn: boolean
  onClose: () => void
}

/** Turns the lock on with a password, or gives it another one. */
export const LockPasswordDialog = (props: LockPasswordDialogProps) => (
  <Dialog
    isOpen
    onClose={props.onClose}
    title={props.isOn ? 'Change the password' : 'Turn the access lock on'}
    description={
      props.isOn
        ? 'Whoever opened the inboxes with the old password is asked for the new one at their next step.'
        : 'From then on every visitor is asked for the password, also those who have an inbox open now.'
    }
    size="small"
  >
    <LockPasswordForm {...props} />
  </Dialog>
)

function LockPasswordForm({ id, isOn, onClose }: LockPasswordDialogProps) {
  const trpc = useTRPC()
  const serviceChanged = useServiceChanged()
  const change = useMutation(trpc.dashboard.changeService.mutationOptions())
  const formId = useId()
  const { form, submit, error, isBusy } = useContractForm({
    schema,
    defaults: { password: '' },
    draft: `access-lock.${id}`,
    secrets,
    act: async ({ password }) => {
      const { data } = await change.mutateAsync({ id, accessLock: { enabled: true, password } })
      void serviceChanged(data)
      void toast('success', isOn ? 'The password is changed' : 'The access lock is on')
      onClose()
    },
  })
  return (
    <>
      <DialogBody>
        <form id={formId} onSubmit={submit} noValidate>
          <Field
            label="Password"
            hint={`${limits.inboxPasswordMinChars} to ${limits.inboxPasswordMaxChars} characters. It is never shown again: pass it on to your visitors.`}
            fault={form.formState.errors.password?.message}
          >
            <Input {...form.register('password')} type="password" autoComplete="new-password" />
          </Field>
        </form>
        <InlineError error={error} />
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="primary" type="submit" form={formId} isBusy={isBusy}>
          {isOn ? 'Change password' : 'Turn on'}
        </Button>
      </DialogFooter>
    </>
  )
}
