import { MongoServerSelectionError, type TopologyDescription } from 'mongodb'

/** One member of a replica set; towards a majority counts who `isThere` and `hasVote`. */
export interface SetMember {
  host: string
  isPrimary: boolean
  isThere: boolean
  /** True where that is not known: few sets have members without. */
  hasVote: boolean
}

/** What an error tells of a set whose members answer, but none of them as primary; null for any other error. */
export function membersWithoutPrimary(error: unknown): SetMember[] | null {
  if (!(error instanceof MongoServerSelectionError)) return null
  const found: TopologyDescription | undefined = error.reason
  const members = [...(found?.servers.values() ?? [])].map(({ address, type }) => ({
    host: address,
    isPrimary: false,
    isThere: type === 'RSSecondary' || type === 'RSArbiter',
    hasVote: true,
  }))
  return members.some(({ isThere }) => isThere) ? members : null
}
