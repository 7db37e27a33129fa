import {
  collectionErrors,
  type Deps,
  findDispatchable,
  findDueWebhooks,
  findWebhooks,
  type JobState,
  listJobs,
  summarizeQuotas,
  summarizeWebhooks,
} from '@inlet/core'
import { type DoctorFinding, findings } from './finding.ts'

/** A worker that runs begins each run on time, and sends what is due within seconds. */
const lateMs = 5 * 60_000

const startAnother =
  'Is a process with the role worker or all running (INLET_ROLE)? While mail comes faster than a process can take it, its events wait: start another worker.'

const startWorker = 'Is a process with the role worker or all running (INLET_ROLE)?'

/** In which webhooks have work that waits. */
const askedCollections = ['deliveries', 'messages', 'events']

/** Services that are named; the message must stay readable. */
const namedServices = 3

/** Checks the work of the workers, jobs and webhooks, and whether customers receive what is sent to them. */
export async function checkWork(deps: Deps, deliveriesPerMinute: number): Promise<DoctorFinding[]> {
  const jobs = jobsFinding(await listJobs(deps), deps.clock.now())
  return [jobs, await webhooksFinding(deps, deliveriesPerMinute), await quotasFinding(deps)]
}

function jobsFinding(jobs: JobState[], now: Date): DoctorFinding {
  const { ok, warn } = findings('jobs')
  if (jobs.length === 0) return warn('none has run yet', startWorker)
  const failing = jobs.filter(({ failuresInRow }) => failuresInRow > 0)
  if (failing.length > 0) {
    const named = failing.map((job) => `${job.name} has failed ${timesOf(job.failuresInRow)} in a row`)
    return warn(named.join('; '), 'Its work is not done. Search for "job failed" in the log of the workers.')
  }
  const late = jobs.filter(({ dueAt }) => now.getTime() - dueAt.getTime() > lateMs)
  if (late.length > 0) {
    const named = late.map(({ name, dueAt }) => `${name} is due since ${minuteOf(dueAt)}`)
    return warn(named.join('; '), startWorker)
  }
  return ok(jobs.map(({ name }) => name).join(', '))
}

const timesOf = (count: number) => (count === 1 ? 'once' : `${count} times`)

const minuteOf = (time: Date) => `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`

async function webhooksFinding(deps: Deps, deliveriesPerMinute: number): Promise<DoctorFinding> {
  const { ok, warn } = findings('webhooks')
  const errors = await collectionErrors(deps.db)
  // Without its index the question what is due would read every delivery, or every message.
  if (errors.some(({ collection, kind }) => askedCollections.includes(collection) && kind !== 'foreign')) {
    return warn('what is due cannot be looked up', 'See the line of the indexes.')
  }
  const { enabled, failing, disabled } = await summarizeWebhooks(deps)
  const oldestDueAt = await oldestDue(deps)
  if (oldestDueAt && deps.clock.now().getTime() - oldestDueAt.getTime() > lateMs) {
    return warn(`deliveries are due since ${minuteOf(oldestDueAt)}`, startWorker)
  }
  // Those of a service that has had its deliveries of this minute do not wait for a worker.
  const { oldestAt: oldestEventAt, heldServiceIds } = await findDispatchable(deps, deliveriesPerMinute)
  if (oldestEventAt && deps.clock.now().getTime() - oldestEventAt.getTime() > lateMs) {
    return warn(`events wait since ${minuteOf(oldestEventAt)}`, startAnother)
  }
  const counts = `${enabled} enabled, ${failing} failing for an hour or longer, ${disabled} disabled by themselves`
  if (heldServiceIds.length > 0) {
    return warn(
      `${counts}; services whose events wait for the next minute: ${heldServiceIds.length} ${someOf(heldServiceIds)}`,
      `They have had nine tenths of ${deliveriesPerMinute} deliveries in this one. If they may have more, raise WEBHOOK_DELIVERIES_PER_MINUTE.`,
    )
  }
  if (failing + disabled === 0) return ok(counts)
  return warn(counts, 'Their receivers answer with errors or not at all: webhook list shows which, tell their owners.')
}

/** Since when the oldest delivery is due that a worker would send now; null where there is none. */
async function oldestDue(deps: Deps): Promise<Date | null> {
  const due = await findDueWebhooks(deps)
  const webhooks = await findWebhooks(
    deps,
    due.map(({ webhookId }) => webhookId),
  )
  const awaited = due.filter(({ webhookId }) => {
    const webhook = webhooks.get(webhookId)
    return webhook?.state === 'enabled' && webhook.failingSince === null
  })
  const times = awaited.map(({ dueAt }) => dueAt.getTime())
  return times.length === 0 ? null : new Date(Math.min(...times))
}

async function quotasFinding(deps: Deps): Promise<DoctorFinding> {
  const { ok, warn } = findings('quotas')
  const { limited, near, full } = await summarizeQuotas(deps)
  if (limited === 0) return ok('no plan in use limits messages')
  const counts = `services with a limit of messages: ${limited}, of which ${near} have used 80 % and ${full.length} all`
  if (full.length === 0) return ok(counts)
  return warn(
    `${counts} ${someOf(full)}`,
    'Their mail is deferred with 452 until their period ends, or they get a larger plan.',
  )
}

/** The first of these services, in brackets. */
function someOf(serviceIds: string[]): string {
  const named = serviceIds.slice(0, namedServices).join(', ')
  return serviceIds.length > namedServices ? `(${named} and others)` : `(${named})`
}
