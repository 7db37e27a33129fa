import { createDomainInput } from '@inlet/contract'
import { useMutation } from '@tanstack/react-query'
import { useTRPC } from '../../api/api-context.tsx'
import { ContractFormDialog } from '../../forms/contract-form-dialog.tsx'
import { TextField } from '../../forms/fields.tsx'
import { useService } from '../../shell/service-context.tsx'
import { useDomainsChanged } from './use-domains-changed.ts'

const schema = createDomainInput.pick({ hostname: true })

interface AddDomainDialogProps {
  onClose: () => void
  /** Leads to the records of the new domain: the second step. */
  onAdded: (domainId: string) => void
}

/** The first step of a new domain: its name. */
export function AddDomainDialog({ onClose, onAdded }: AddDomainDialogProps) {
  const { id } = useService()
  const trpc = useTRPC()
  const domainsChanged = useDomainsChanged()
  const create = useMutation(trpc.dashboard.createDomain.mutationOptions())
  return (
    <ContractFormDialog
      title="Add domain"
      description="The next step shows the two DNS records that it needs."
      submitLabel="Show DNS records"
      onClose={onClose}
      schema={schema}
      defaults={{ hostname: '' }}
      draft={`domain.${id}`}
      onSubmit={async (values) => {
        const { data } = await create.mutateAsync({ id, ...values })
        void domainsChanged(data)
        onAdded(data.id)
      }}
    >
      {(form) => (
        <>
          <TextField
            form={form}
            name="hostname"
            label="Domain"
            hint="Start with *. to include all subdomains: *.example.com"
            placeholder="mail.example.com"
            autoCapitalize="off"
            spellCheck={false}
            inputMode="url"
          />
          <p className="rounded-md bg-subtle px-3 py-2 text-muted text-ui">
            Do people already receive mail at this domain? Add a subdomain instead, so that their mail stays where it
            is.
          </p>
        </>
      )}
    </ContractFormDialog>
  )
}
