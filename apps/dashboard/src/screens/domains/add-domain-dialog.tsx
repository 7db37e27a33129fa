import { createDomainInput } from '@inlet/contract'
import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { useTRPC } from '../../api/api-context.tsx'
import { Button } from '../../design/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../design/dialog.tsx'
import { Field } from '../../design/field.tsx'
import { InlineError } from '../../design/inline-error.tsx'
import { Input } from '../../design/input.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { useService } from '../../shell/service-context.tsx'
import { useDomainsChanged } from './use-domains-changed.ts'

const schema = createDomainInput.pick({ hostname: true })

interface AddDomainDialogProps {
  onClose: () => void
  /** Leads to the records of the new domain: the second step. */
  onAdded: (domainId: string) => void
}

/** The first step of a new domain: its name. */
export const AddDomainDialog = ({ onClose, onAdded }: AddDomainDialogProps) => (
  <Dialog
    isOpen
    onClose={onClose}
    title="Add domain"
    description="The next step shows the two DNS records that it needs."
  >
    <AddDomainForm onClose={onClose} onAdded={onAdded} />
  </Dialog>
)

function AddDomainForm({ onClose, onAdded }: AddDomainDialogProps) {
  const { id } = useService()
  const trpc = useTRPC()
  const domainsChanged = useDomainsChanged()
  const create = useMutation(trpc.dashboard.createDomain.mutationOptions())
  const formId = useId()
  const { form, submit, error, isBusy } = useContractForm({
    schema,
    defaults: { hostname: '' },
    draft: `domain.${id}`,
    act: async (values) => {
      const { data } = await create.mutateAsync({ id, ...values })
      void domainsChanged(data)
      onAdded(data.id)
    },
  })
  return (
    <>
      <DialogBody>
        <form id={formId} onSubmit={submit} noValidate className="grid gap-4">
          <Field
            label="Domain"
            hint="With *. before it, all hosts under it: *.example.com"
            fault={form.formState.errors.hostname?.message}
          >
            <Input
              {...form.register('hostname')}
              placeholder="mail.example.com"
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              inputMode="url"
            />
          </Field>
          <p className="rounded-md bg-subtle px-3 py-2 text-muted text-ui">
            Does the domain receive mail for people already? Then take a subdomain of its own: the mail of the main
            domain stays where it is.
          </p>
        </form>
        <InlineError error={error} />
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="primary" type="submit" form={formId} isBusy={isBusy}>
          Show its records
        </Button>
      </DialogFooter>
    </>
  )
}
