import { MongoServerSelectionError, type TopologyDescription } from 'mongodb'

/** One member of a replica set; `isThere` means that it counts towards a majority. */
export interface SetMember {
  host: string
  isPrimary: boolean
  isThere: boolean
}

/** What an error tells of a set whose members answer, but none of them as primary; null for any other error. */
export function membersWithoutPrimary(error: unknown): SetMember[] | null {
  if (!(error instanceof MongoServerSelectionError)) return null
  const found: TopologyDescription | undefined = error.reason
  const members = [...(found?.servers.values() ?? [])].map(({ address, type }) => ({
    host: address,
    isPrimary: false,
    isThere: type === 'RSSecondary' || type === 'RSArbiter',
  }))
  return members.some(({ isThere }) => isThere) ? members : null
}
