import type { AddressListItem, Domain } from '@inlet/contract'

/** What leads to the first received code, in this order. */
export const steps = ['domain', 'address', 'mail', 'code', 'key'] as const
export type Step = (typeof steps)[number]

interface Found {
  domains: readonly Domain[]
  addresses: readonly AddressListItem[]
  /** Whether a mail with a code has come. */
  hasCode: boolean
  /** Whether a program can use the API. */
  hasKey: boolean
}

/** Which steps are done. */
export const doneSteps = ({ domains, addresses, hasCode, hasKey }: Found): Record<Step, boolean> => ({
  domain: domains.some(receives),
  address: addresses.length > 0,
  mail: hasCode || addresses.some(({ lastMessageAt }) => lastMessageAt !== null),
  code: hasCode,
  key: hasKey,
})

/** Whether mail to a domain arrives: one whose records are gone since goes on. */
export const receives = ({ state }: Domain): boolean => state === 'verified' || state === 'failing'

/** The domain that an address can be made on without naming a host; undefined where there is none. */
export const plainDomainOf = (domains: readonly Domain[]): Domain | undefined =>
  domains.find((domain) => receives(domain) && !domain.hostname.startsWith('*.'))
