import { changeServiceInput, limits } from '@inlet/contract'
import { useMutation } from '@tanstack/react-query'
import { useTRPC } from '../../api/api-context.tsx'
import { toast } from '../../design/toast.ts'
import { ContractFormDialog } from '../../forms/contract-form-dialog.tsx'
import { TextField } from '../../forms/fields.tsx'
import { useServiceChanged } from './use-service-changed.ts'

const schema = changeServiceInput.shape.accessLock.unwrap().pick({ password: true }).required()
const secrets = ['password']

interface LockPasswordDialogProps {
  id: string
  /** Whether the lock is on: then the password replaces the current one. */
  isOn: boolean
  onClose: () => void
}

/** Turns the lock on with a password, or changes its password. */
export function LockPasswordDialog({ id, isOn, onClose }: LockPasswordDialogProps) {
  const trpc = useTRPC()
  const serviceChanged = useServiceChanged()
  const change = useMutation(trpc.dashboard.changeService.mutationOptions())
  return (
    <ContractFormDialog
      title={isOn ? 'Change password' : 'Turn on access lock'}
      description={
        isOn
          ? 'Visitors who entered the old password are asked for the new one at their next step.'
          : 'Every visitor is asked for the password, including those who have an inbox open now.'
      }
      size="small"
      submitLabel={isOn ? 'Change password' : 'Turn on'}
      onClose={onClose}
      schema={schema}
      defaults={{ password: '' }}
      draft={`access-lock.${id}`}
      secrets={secrets}
      onSubmit={async ({ password }) => {
        const { data } = await change.mutateAsync({ id, accessLock: { enabled: true, password } })
        void serviceChanged(data)
        void toast('success', isOn ? 'Password changed' : 'Access lock turned on')
        onClose()
      }}
    >
      {(form) => (
        <TextField
          form={form}
          name="password"
          label="Password"
          hint={`${limits.lockPasswordMinChars} to ${limits.inboxPasswordMaxChars} characters. It is never shown again: share it with your visitors.`}
          type="password"
          autoComplete="new-password"
        />
      )}
    </ContractFormDialog>
  )
}
