import { type Deps, databaseFault, type SetMember } from '@inlet/core'
import { z } from 'zod'
import { type DoctorFinding, findings } from './finding.ts'

const primaryState = 1
/** Primary, secondary, arbiter; whoever is in another state has no whole copy yet, or does not answer. */
const statesThere = new Set([primaryState, 2, 7])

const status = z.object({ members: z.array(z.object({ name: z.string(), state: z.number() })) })

/** The members as their primary sees them; null where the database's user may not ask that, as it need not for anything else. */
export async function setMembers({ db }: Deps): Promise<SetMember[] | null> {
  try {
    const told = status.parse(await db.admin().command({ replSetGetStatus: 1 }))
    return told.members.map(({ name, state }) => ({
      host: name,
      isPrimary: state === primaryState,
      isThere: statesThere.has(state),
    }))
  } catch (error) {
    if (!databaseFault(error)) throw error
    return null
  }
}

/** Who of the members is there, who is primary, and what follows from that; `set` tells of the set in words. */
export function membersFinding(set: string, members: SetMember[]): DoctorFinding {
  const { ok, warn, fail } = findings('replica set')
  const isThere = members.filter((member) => member.isThere)
  const away = members.filter((member) => !member.isThere).map(({ host }) => host)
  const primary = members.find(({ isPrimary }) => isPrimary)
  const spare = isThere.length - (Math.floor(members.length / 2) + 1)
  const there = `${isThere.length} of ${members.length} there`
  if (!primary) {
    const advice =
      spare < 0
        ? `A majority elects one: bring back ${away.join(', ')}. Until then nothing is read and no mail is taken.`
        : 'They are electing one: look again in half a minute.'
    return fail(`${set}, no primary, ${there}`, advice)
  }
  if (away.length === 0) return ok(`${set}, ${primary.host} is primary, all there`)
  const risk = spare > 0 ? '' : ' One more away, and no mail is taken.'
  return warn(`${set}, ${primary.host} is primary, ${there}`, `Bring back ${away.join(', ')}.${risk}`)
}
