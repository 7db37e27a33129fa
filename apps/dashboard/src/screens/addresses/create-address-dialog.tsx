import { type CreatedAddress, createAddressInput, type Domain, isWildcard } from '@inlet/contract'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTRPC } from '../../api/api-context.tsx'
import { useRefresh } from '../../api/use-refresh.ts'
import { Button, buttonClasses } from '../../design/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../design/dialog.tsx'
import { Field } from '../../design/field.tsx'
import { SecretValue } from '../../design/secret-value.tsx'
import { Select } from '../../design/select.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { ContractFormDialog } from '../../forms/contract-form-dialog.tsx'
import { TextField } from '../../forms/fields.tsx'
import { useService } from '../../shell/service-context.tsx'
import { useDomains } from './use-domains.ts'

const schema = createAddressInput.pick({ domainId: true, localPart: true, hostname: true, password: true })
const secrets = ['password']
const plain = { autoCapitalize: 'off', spellCheck: false }

interface CreateAddressDialogProps {
  /** The domain by which the list is filtered. */
  hostname: string | undefined
  onClose: () => void
}

/** The form of a new address, and then the address, to copy. */
export function CreateAddressDialog({ hostname, onClose }: CreateAddressDialogProps) {
  const domains = useDomains()
  const [created, setCreated] = useState<CreatedAddress | null>(null)
  if (created) return <CreatedDialog address={created} onClose={onClose} onAnother={() => setCreated(null)} />
  const usable = domains?.filter(({ state }) => state === 'verified' || state === 'failing')
  if (usable === undefined) return <LoadingDialog onClose={onClose} />
  if (usable.length === 0) return <NoDomainDialog onClose={onClose} />
  return <FormOfDomains domains={filteredFirst(usable, hostname)} onClose={onClose} onCreated={setCreated} />
}

/** The domain of the filter comes first, so that it is selected. */
function filteredFirst(domains: readonly Domain[], hostname: string | undefined): readonly Domain[] {
  const matches = (domain: Domain) =>
    domain.hostname === hostname || (isWildcard(domain.hostname) && hostname?.endsWith(domain.hostname.slice(1)))
  return [...domains.filter(matches), ...domains.filter((domain) => !matches(domain))]
}

interface FormOfDomainsProps {
  /** One at least; the first is selected. */
  domains: readonly Domain[]
  onClose: () => void
  onCreated: (address: CreatedAddress) => void
}

function FormOfDomains({ domains, onClose, onCreated }: FormOfDomainsProps) {
  const { id } = useService()
  const { integrator } = useTRPC()
  const refresh = useRefresh()
  const create = useMutation(integrator.createAddress.mutationOptions())
  return (
    <ContractFormDialog
      title="Create address"
      submitLabel="Create address"
      onClose={onClose}
      schema={schema}
      defaults={{ domainId: domains[0]?.id ?? '', localPart: '', hostname: '', password: undefined }}
      draft={`address.${id}`}
      secrets={secrets}
      onSubmit={async ({ hostname, ...values }) => {
        const { data } = await create.mutateAsync({ id, ...values, ...(hostname && { hostname }) })
        void refresh(integrator.listAddresses)
        onCreated(data)
      }}
    >
      {(form) => {
        const chosenId = form.watch('domainId')
        const wildcard = domains.find((domain) => domain.id === chosenId && isWildcard(domain.hostname))?.hostname
        return (
          <>
            <TextField
              form={form}
              name="localPart"
              label="Name"
              isOptional
              hint="Leave it empty for a random name."
              placeholder="Random"
              className="font-mono"
              {...plain}
            />
            <Field label="Domain" error={form.formState.errors.domainId?.message}>
              <Select
                {...form.register('domainId')}
                options={domains.map(({ id: value, hostname }) => ({ value, label: `@${hostname}` }))}
              />
            </Field>
            {wildcard && (
              <TextField
                form={form}
                name="hostname"
                label="Host"
                hint={`A host under ${wildcard.slice(2)}`}
                placeholder={`team-a${wildcard.slice(1)}`}
                {...plain}
              />
            )}
            <TextField
              form={form}
              name="password"
              label="Password"
              isOptional
              isEmptyNone
              hint="Visitors of the web inbox need it; members and API keys do not."
              type="password"
              autoComplete="new-password"
            />
          </>
        )
      }}
    </ContractFormDialog>
  )
}

const LoadingDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog onClose={onClose} title="Create address">
    <DialogBody>
      <span className="sr-only">Loading</span>
      <Skeleton className="h-8 w-full" />
      <Skeleton className="h-8 w-full" />
    </DialogBody>
  </Dialog>
)

function NoDomainDialog({ onClose }: { onClose: () => void }) {
  const { id } = useService()
  return (
    <Dialog onClose={onClose} title="Create address">
      <DialogBody>
        <p className="text-muted text-ui">
          An address needs a verified domain, and this service has none yet. Add one and create its DNS records.
        </p>
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Cancel</Button>
        <Link to="/services/$serviceId/domains" params={{ serviceId: id }} className={buttonClasses('primary')}>
          Go to domains
        </Link>
      </DialogFooter>
    </Dialog>
  )
}

interface CreatedDialogProps {
  address: CreatedAddress
  onClose: () => void
  onAnother: () => void
}

const CreatedDialog = ({ address, onClose, onAnother }: CreatedDialogProps) => (
  <Dialog onClose={onClose} title="Address created" description="It can receive mail now.">
    <DialogBody>
      <SecretValue value={address.fullAddress} of="address" />
    </DialogBody>
    <DialogFooter>
      <Button onClick={onAnother}>Create another</Button>
      <Button variant="primary" onClick={onClose}>
        Done
      </Button>
    </DialogFooter>
  </Dialog>
)
