import { MongoServerSelectionError, type TopologyDescription } from 'mongodb'

/** One member of a replica set; members that are there and have a vote count towards a majority. */
export interface SetMember {
  host: string
  isPrimary: boolean
  isThere: boolean
  /** True where it is not known: few sets have members without a vote. */
  hasVote: boolean
}

/** The members of a set that answer, none of them as primary, from the error that says so; null for any other error. */
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
