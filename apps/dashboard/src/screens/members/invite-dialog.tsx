import { inviteMemberInput } from '@inlet/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Controller } from 'react-hook-form'
import { useTRPC } from '../../api/api-context.tsx'
import { Button } from '../../design/button.tsx'
import { ChoiceGroup } from '../../design/choice-group.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../design/dialog.tsx'
import { Field } from '../../design/field.tsx'
import { InlineError } from '../../design/inline-error.tsx'
import { Input } from '../../design/input.tsx'
import { SecretValue } from '../../design/secret-value.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { useService } from '../../shell/service-context.tsx'
import { roleChoices } from './role-choices.ts'

const schema = inviteMemberInput.pick({ email: true, role: true })

/** Invites a person by their e-mail address. No mail is sent, so the link to pass on is shown then. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const [invited, setInvited] = useState<string | null>(null)
  if (invited !== null) return <InvitedDialog email={invited} onClose={onClose} />
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Invite a person"
      description="Whoever logs in with this e-mail address, verified by their provider, becomes the member."
    >
      <InviteForm onClose={onClose} onInvited={setInvited} />
    </Dialog>
  )
}

function InviteForm({ onClose, onInvited }: { onClose: () => void; onInvited: (email: string) => void }) {
  const { id } = useService()
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const invite = useMutation(trpc.dashboard.inviteMember.mutationOptions())
  const formId = useId()
  const { form, submit, error, isBusy } = useContractForm({
    schema,
    defaults: { email: '', role: 'viewer' },
    draft: `invitation.${id}`,
    act: async (values) => {
      await invite.mutateAsync({ id, ...values })
      void queryClient.invalidateQueries({ queryKey: trpc.dashboard.listMembers.pathKey() })
      onInvited(values.email)
    },
  })
  return (
    <>
      <DialogBody>
        <form id={formId} onSubmit={submit} noValidate className="grid gap-5">
          <Field label="E-mail address" fault={form.formState.errors.email?.message}>
            <Input {...form.register('email')} type="email" autoComplete="off" placeholder="ada@example.com" />
          </Field>
          <Controller
            control={form.control}
            name="role"
            render={({ field }) => (
              <ChoiceGroup legend="Role" value={field.value} onChange={field.onChange} choices={roleChoices} />
            )}
          />
        </form>
        <InlineError error={error} />
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="primary" type="submit" form={formId} isBusy={isBusy}>
          Invite
        </Button>
      </DialogFooter>
    </>
  )
}

function InvitedDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const { id } = useService()
  const [path = ''] = window.location.pathname.split('/services/')
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="The invitation is made"
      description={
        <>
          No mail is sent: pass the link on to <bdi>{email}</bdi>.
        </>
      }
    >
      <DialogBody>
        <SecretValue value={`${window.location.origin}${path}/services/${id}`} of="link" />
      </DialogBody>
      <DialogFooter>
        <Button look="primary" onClick={onClose}>
          Done
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
