import { Link } from '@tanstack/react-router'
import { AddressText } from '../../design/address-text.tsx'
import { useService } from '../../shell/service-context.tsx'

/** An address, which leads to its inbox. */
export function AddressLink({ address }: { address: string }) {
  const { id } = useService()
  return (
    <Link
      to="/services/$serviceId/inbox/$address"
      params={{ serviceId: id, address }}
      className="min-w-0 font-medium underline-offset-2 hover:underline"
    >
      <AddressText>{address}</AddressText>
    </Link>
  )
}
