import { type Deps, databaseError, type SetMember } from '@inlet/core'
import { z } from 'zod'
import { type DoctorFinding, findings } from './finding.ts'

const primaryState = 1
/** Primary, secondary, arbiter. A member in another state does not answer, or has no complete copy yet. */
const statesThere = new Set([primaryState, 2, 7])

const status = z.object({ members: z.array(z.object({ name: z.string(), state: z.number() })) })
const settings = z.object({
  config: z.object({ members: z.array(z.object({ host: z.string(), votes: z.number() })) }),
})

/** The members as the primary reports them; null where the database's user has no right to ask, which nothing else needs. */
export async function setMembers({ db }: Pick<Deps, 'db'>): Promise<SetMember[] | null> {
  const found = await ifAllowed(async () => status.parse(await db.admin().command({ replSetGetStatus: 1 })))
  if (!found) return null
  const set = await ifAllowed(async () => settings.parse(await db.admin().command({ replSetGetConfig: 1 })))
  const voteless = new Set(set?.config.members.filter(({ votes }) => votes === 0).map(({ host }) => host))
  return found.members.map(({ name, state }) => ({
    host: name,
    isPrimary: state === primaryState,
    isThere: statesThere.has(state),
    hasVote: !voteless.has(name),
  }))
}

async function ifAllowed<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask()
  } catch (error) {
    if (!databaseError(error)) throw error
    return null
  }
}

/** Which members answer, which one is primary, and what follows from that. `set` describes the set for people. */
export function membersFinding(set: string, members: SetMember[]): DoctorFinding {
  const { ok, warn, fail } = findings('replica set')
  const isThere = members.filter((member) => member.isThere)
  const away = members.filter((member) => !member.isThere).map(({ host }) => host)
  const primary = members.find(({ isPrimary }) => isPrimary)
  const voters = members.filter((member) => member.hasVote)
  const spare = voters.filter((member) => member.isThere).length - (Math.floor(voters.length / 2) + 1)
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
