import { inviteMemberInput } from '@inlet/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTRPC } from '../../api/api-context.tsx'
import { useRefresh } from '../../api/use-refresh.ts'
import { Button } from '../../design/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../design/dialog.tsx'
import { SecretValue } from '../../design/secret-value.tsx'
import { ContractFormDialog } from '../../forms/contract-form-dialog.tsx'
import { ChoiceField, TextField } from '../../forms/fields.tsx'
import { roleChoices } from '../../shell/roles.ts'
import { useService } from '../../shell/service-context.tsx'

const schema = inviteMemberInput.pick({ email: true, role: true })

/** Invites a person by their e-mail address. No mail is sent, so the link to share is shown next. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { id } = useService()
  const { dashboard } = useTRPC()
  const refresh = useRefresh()
  const invite = useMutation(dashboard.inviteMember.mutationOptions())
  const [invited, setInvited] = useState<string | null>(null)
  if (invited !== null) return <InvitedDialog email={invited} onClose={onClose} />
  return (
    <ContractFormDialog
      title="Invite member"
      description="The invited person logs in with this e-mail address, and accepts or declines. Their login provider must have verified it."
      submitLabel="Invite"
      onClose={onClose}
      schema={schema}
      defaults={{ email: '', role: 'viewer' }}
      draft={`invitation.${id}`}
      onSubmit={async (values) => {
        await invite.mutateAsync({ id, ...values })
        void refresh(dashboard.listMembers)
        setInvited(values.email)
      }}
    >
      {(form) => (
        <>
          <TextField form={form} name="email" label="E-mail address" type="email" placeholder="ada@example.com" />
          <ChoiceField form={form} name="role" legend="Role" choices={roleChoices} />
        </>
      )}
    </ContractFormDialog>
  )
}

function InvitedDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const [path = ''] = window.location.pathname.split('/services/')
  return (
    <Dialog
      onClose={onClose}
      title="Invitation created"
      description={
        <>
          No e-mail is sent: share this link with <bdi>{email}</bdi>. They accept the invitation there.
        </>
      }
    >
      <DialogBody>
        <SecretValue value={`${window.location.origin}${path}/services`} of="link" />
      </DialogBody>
      <DialogFooter>
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
