import { type CreatedAddress, type Domain, isWildcard } from '@inlet/contract'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button, buttonClasses } from '../../design/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../design/dialog.tsx'
import { SecretValue } from '../../design/secret-value.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { useService } from '../../shell/service-context.tsx'
import { CreateAddressForm } from './create-address-form.tsx'
import { useDomains } from './use-domains.ts'

interface CreateAddressDialogProps {
  /** The domain that the list is narrowed to. */
  hostname: string | undefined
  onClose: () => void
}

/** The form of a new address, and then the address, to copy. */
export function CreateAddressDialog({ hostname, onClose }: CreateAddressDialogProps) {
  const domains = useDomains()
  const [created, setCreated] = useState<CreatedAddress | null>(null)
  if (created) return <CreatedDialog address={created} onClose={onClose} onAnother={() => setCreated(null)} />
  const usable = domains?.filter(({ state }) => state === 'verified' || state === 'failing')
  return (
    <Dialog isOpen onClose={onClose} title="Create address">
      {usable === undefined && <Loading />}
      {usable?.length === 0 && <NoDomain onClose={onClose} />}
      {usable !== undefined && usable.length > 0 && (
        <CreateAddressForm domains={firstOf(usable, hostname)} onClose={onClose} onCreated={setCreated} />
      )}
    </Dialog>
  )
}

/** The domains with the one of the filter first, which is chosen then. */
function firstOf(domains: readonly Domain[], hostname: string | undefined): readonly Domain[] {
  const fits = (domain: Domain) =>
    domain.hostname === hostname || (isWildcard(domain.hostname) && hostname?.endsWith(domain.hostname.slice(1)))
  return [...domains.filter(fits), ...domains.filter((domain) => !fits(domain))]
}

const Loading = () => (
  <DialogBody>
    <span className="sr-only">Loading</span>
    <Skeleton className="h-8 w-full" />
    <Skeleton className="h-8 w-full" />
  </DialogBody>
)

function NoDomain({ onClose }: { onClose: () => void }) {
  const { id } = useService()
  return (
    <>
      <DialogBody>
        <p className="text-muted text-ui">
          An address lives on a verified domain, and this service has none yet. Add one, and enter its DNS records.
        </p>
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Cancel</Button>
        <Link to="/services/$serviceId/domains" params={{ serviceId: id }} className={buttonClasses('primary')}>
          Go to the domains
        </Link>
      </DialogFooter>
    </>
  )
}

interface CreatedDialogProps {
  address: CreatedAddress
  onClose: () => void
  onAnother: () => void
}

const CreatedDialog = ({ address, onClose, onAnother }: CreatedDialogProps) => (
  <Dialog isOpen onClose={onClose} title="Address created" description="Mail to it is received from now on.">
    <DialogBody>
      <SecretValue value={address.fullAddress} of="address" />
    </DialogBody>
    <DialogFooter>
      <Button onClick={onAnother}>Create another</Button>
      <Button look="primary" onClick={onClose}>
        Done
      </Button>
    </DialogFooter>
  </Dialog>
)
