import { type AuditEntry, auditLogFilters, listAuditLogInput, pageInput } from '@inlet/contract'
import { assertServiceExists, listAuditLog, listWholeAuditLog } from '@inlet/core'
import type { Command, CommandContext, GivenOptions } from '../command.ts'
import { pageFields, pageOptions, withNextPage } from '../page-options.ts'
import { readOptions } from '../read-options.ts'
import { minuteOf, table } from '../table.ts'

const filterFields = { actor: 'actor', action: 'action', from: 'from', to: 'to', ...pageFields }
const wholeLogInput = pageInput.extend(auditLogFilters.shape)

/** `audit list` */
export const auditList: Command = {
  name: 'audit list',
  about: 'List the changes by people and by these commands in the last 400 days, newest first',
  options: {
    service: { value: 'ID', about: 'Only changes in this service (default: all, also those of no service)' },
    actor: {
      value: 'WHO',
      about: "Only changes by this user: an e-mail address, a user's id, or a name on this machine",
    },
    action: { value: 'ACTION', about: 'Only this action, as in domain.removed' },
    from: { value: 'TIME', about: 'From this time, as in 2027-01-31 or 2027-01-31T08:00:00Z' },
    to: { value: 'TIME', about: 'Before this time' },
    ...pageOptions,
  },
  examples: [
    'audit list --limit 20',
    'audit list --service 01JD3Q7Z5V8XK2M4N6P8R0T2W4 --actor ada@example.com --from 2027-01-01 --to 2027-02-01',
    'audit list --action api_key.revoked --json',
  ],
  prepare(given) {
    const { service } = given
    const times = { ...given, from: wholeTime(given.from), to: wholeTime(given.to) }
    const list = service === undefined ? wholeLog(times) : serviceLog(times)
    return {
      kind: 'withDatabase',
      async run(context) {
        const page = await list(context)
        const text = table(columnsOf(page.data), 'No such entry.')
        return { json: page, text: withNextPage(text, page.meta) }
      },
    }
  },
}

function wholeLog(given: GivenOptions) {
  const input = readOptions({ schema: wholeLogInput, given, from: filterFields, numbers: ['limit'] })
  return ({ deps, caller }: CommandContext) => listWholeAuditLog(deps, caller, input)
}

function serviceLog(given: GivenOptions) {
  const from = { id: 'service', ...filterFields }
  const input = readOptions({ schema: listAuditLogInput, given, from, numbers: ['limit'] })
  return async ({ deps, caller }: CommandContext) => {
    const page = await listAuditLog(deps, caller, input)
    // Only then: the log of a deleted service is kept.
    if (page.data.length === 0) await assertServiceExists(deps, input.id)
    return page
  }
}

/** A day alone is its first moment, UTC. */
const wholeTime = (text: string | boolean | undefined) =>
  typeof text === 'string' && /^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text

function columnsOf(entries: (AuditEntry & { serviceId?: string | null })[]) {
  const isWhole = entries.some(({ serviceId }) => serviceId !== undefined)
  return {
    'at (UTC)': entries.map(({ at }) => minuteOf(at)),
    who: entries.map(({ actor }) => actor.name ?? actor.id ?? actor.kind),
    action: entries.map(({ action }) => action),
    target: entries.map(({ target }) => `${target.kind} ${target.name ?? target.id}`),
    note: entries.map(({ note }) => note),
    ...(isWhole ? { service: entries.map(({ serviceId }) => serviceId ?? null) } : {}),
  }
}
