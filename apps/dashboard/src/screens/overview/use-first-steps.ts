import { skipToken, useQuery } from '@tanstack/react-query'
import { useTRPC } from '../../api/api-context.tsx'
import { useService } from '../../shell/service-context.tsx'
import { newestFirst } from '../inbox/newest-first.ts'
import { doneSteps } from './first-steps.ts'
import { useNewestDomains } from './use-newest-domains.ts'

/** How far the service is on its way to a received code; `found` is null until all is read. */
export function useFirstSteps() {
  const { id } = useService()
  const trpc = useTRPC()
  const domains = useNewestDomains()
  const addresses = useQuery(trpc.integrator.listAddresses.queryOptions({ id }))
  const usage = useQuery(trpc.dashboard.readUsage.queryOptions({ id }))
  const keys = useQuery(trpc.dashboard.listApiKeys.queryOptions({ id }))
  const [address] = newestFirst(addresses.data?.data ?? [])
  const codes = useQuery(
    trpc.integrator.listMessages.queryOptions(
      address && address.lastMessageAt !== null ? { address: address.fullAddress, hasOtp: true, limit: 1 } : skipToken,
    ),
  )
  const failed = [domains, addresses, usage, keys].find(({ data, error }) => !data && error !== null)
  if (!domains.data || !addresses.data || !usage.data || !keys.data) return { found: null, failed }

  const code = codes.data?.data[0]?.otpCode ?? null
  const done = doneSteps({
    domains: domains.data.data,
    addresses: addresses.data.data,
    hasCode: code !== null || usage.data.data.some(({ messagesWithCode }) => messagesWithCode > 0),
    hasKey: keys.data.data.some(isActive),
  })
  // While the newest code is read, the step of the code may be done and not look so.
  const isSettled = !codes.isLoading
  return { found: { done, code, address, domains: domains.data.data, isSettled }, failed }
}

export type FirstStepsFound = NonNullable<ReturnType<typeof useFirstSteps>['found']>

const isActive = ({ state }: { state: string }): boolean => state === 'active'
