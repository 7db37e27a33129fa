import { collectionErrors, type Deps, type SetMember, uncheckedCollections } from '@inlet/core'
import { z } from 'zod'
import { membersFinding, setMembers } from './check-members.ts'
import { checkRights } from './check-rights.ts'
import { checkWork } from './check-work.ts'
import { type DoctorFinding, findings } from './finding.ts'

const oldestMajor = 6
const warnedOffsetMs = 1_000
/** Clients that poll read this far back again. If the clocks differ by more, they can miss messages. */
const worstOffsetMs = 5_000

const hello = z.object({
  setName: z.string().optional(),
  msg: z.string().optional(),
  hosts: z.array(z.string()).optional(),
  primary: z.string().optional(),
  localTime: z.date(),
})
const build = z.object({ version: z.string() })

/** Where the database is, for people, whether it is the embedded one, and how many deliveries a service may have in a minute. */
interface DatabaseFacts {
  place: string
  isEmbedded: boolean
  deliveriesPerMinute: number
}

/** Checks an open database: rights, members, version, indexes and clock. */
export async function checkDatabase(
  deps: Deps,
  { place, isEmbedded, deliveriesPerMinute }: DatabaseFacts,
): Promise<DoctorFinding[]> {
  const rights = await checkRights(deps.db)
  const askedAt = deps.clock.now().getTime()
  const reply = hello.parse(await deps.db.command({ hello: 1 }))
  const answeredAt = deps.clock.now().getTime()
  const answering = findings('database').ok(`${deps.db.databaseName} answers in ${answeredAt - askedAt} ms (${place})`)
  // The other checks need these rights.
  if (rights.state === 'fail') return [answering, rights]
  const { version } = build.parse(await deps.db.admin().command({ buildInfo: 1 }))
  return [
    answering,
    rights,
    setFinding(reply, { isEmbedded, seen: await setMembers(deps) }),
    versionFinding(version),
    await indexFinding(deps),
    await validatorFinding(deps),
    clockFinding(reply.localTime.getTime() - (askedAt + answeredAt) / 2, (answeredAt - askedAt) / 2),
    ...(await checkWork(deps, deliveriesPerMinute)),
  ]
}

interface SetFacts {
  isEmbedded: boolean
  /** Null where the user may not ask. */
  seen: SetMember[] | null
}

function setFinding(reply: z.infer<typeof hello>, { isEmbedded, seen }: SetFacts): DoctorFinding {
  const { setName, msg, hosts = [], primary } = reply
  const { ok, warn } = findings('replica set')
  if (msg === 'isdbgrid') return ok('a sharded cluster')
  const members = `${setName} of ${hosts.length} ${hosts.length === 1 ? 'member' : 'members'}`
  if (!isEmbedded && hosts.length < 3) {
    return warn(
      members,
      'While one is down no mail is accepted, and a lost disk may lose mail: use three in production.',
    )
  }
  if (isEmbedded) return ok(members)
  return seen ? membersFinding(members, seen) : ok(`${members}, ${primary} is primary`)
}

function versionFinding(version: string): DoctorFinding {
  const { ok, fail } = findings('version')
  if (Number.parseInt(version, 10) >= oldestMajor) return ok(`MongoDB ${version}`)
  return fail(`MongoDB ${version}`, `Upgrade it to ${oldestMajor}.0 or later.`)
}

async function indexFinding({ db }: Deps): Promise<DoctorFinding> {
  const { ok, warn, fail } = findings('indexes')
  const errors = await collectionErrors(db)
  const named = (kind: string) =>
    errors
      .filter((error) => error.kind === kind)
      .map(({ collection, index }) => (index ? `${collection} {${index}}` : collection))
  const [different, absent, foreign] = [named('different'), named('absent'), named('foreign')]
  if (different.length > 0) {
    return fail(
      `other options than expected: ${different.join('; ')}`,
      'Drop them: the next start of a server creates them again.',
    )
  }
  if (absent.length > 0) return warn(`missing: ${absent.join('; ')}`, 'The next start of a server creates them.')
  if (foreign.length > 0) {
    return warn(`not ours: ${foreign.join('; ')}`, 'They slow down every write; drop them unless you need them.')
  }
  return ok('as expected')
}

async function validatorFinding({ db }: Deps): Promise<DoctorFinding> {
  const { ok, warn } = findings('validators')
  const unchecked = await uncheckedCollections(db)
  if (unchecked.length === 0) return ok('the database refuses wrong documents')
  return warn(
    `the database does not check the documents of ${unchecked.sort().join(', ')}`,
    'Grant the user the role dbAdmin there for one start of a server, which sets the validators.',
  )
}

function clockFinding(offsetMs: number, uncertainMs: number): DoctorFinding {
  const { ok, warn, fail } = findings('clock')
  const offset = Math.max(0, Math.abs(offsetMs) - uncertainMs)
  const message = `${Math.round(offset)} ms from the database's`
  const advice = 'Synchronise both machines by NTP.'
  if (offset > worstOffsetMs) return fail(message, advice)
  return offset > warnedOffsetMs ? warn(message, advice) : ok(message)
}
