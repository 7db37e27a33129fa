import { limits } from '@inlet/contract'
import { insertDomain } from '@inlet/core'
import { vi } from 'vitest'
import type { DescribedOperation } from '../support/contract-document.ts'
import { leaveCrashedCall } from '../support/crashed-call.ts'
import { callAsDeletedUser } from '../support/people.ts'
import { absentId, type PreparedOperation, type PreparedWorld } from '../support/prepared-world.ts'
import { rawHttp } from '../support/raw-http.ts'
import { giveTightPlan, tightPlans } from '../support/tight-plan.ts'
import { useUpVisitorShare } from '../support/visitor-share.ts'
import { visitorHeadersOf } from '../support/visits.ts'
import type { Answer } from '../support/world.ts'

const twoHoursMs = 7_200_000

interface Facts {
  prepared: PreparedWorld
  operation: PreparedOperation
  described: DescribedOperation
}

/** How a status is brought about: in a world of which settings, what is done to it first, and the calls, which must all answer it. */
interface Provocation {
  settings?: Record<string, string>
  before?: (prepared: PreparedWorld) => Promise<unknown> | unknown
  /** Whether the operations need not wait for each other. */
  isAtOnce?: boolean
  calls: (facts: Facts) => Promise<Answer[]>
}

/** A request for an operation as bytes, so that HTTP itself can be broken. */
const rawRequest = ({ method, path }: DescribedOperation, lines: string[]) =>
  [`${method} /v1${path.replaceAll(/\{\w+\}/g, absentId)} HTTP/1.1`, ...lines, '', ''].join('\r\n')

const under = (key: string) => ({ headers: { 'idempotency-key': key } })

/** Asks until a limit of twenty is reached, of which a window may end on the way. */
async function untilLimited(ask: () => Promise<Answer>): Promise<Answer[]> {
  for (let tries = 0; ; tries += 1) {
    const answer = await ask()
    if (answer.status === 429 || tries === 60) return [answer]
  }
}

/** Each way in which what a visitor sends does not open what they ask for, where the operation has it. */
async function visitorsUnauthorized({ prepared, operation }: Facts): Promise<Answer[]> {
  const { visits, visitorOperations } = prepared
  const { good, operationId } = operation
  const { inInbox, needsSession } = visitorOperations.find((each) => each.operationId === operationId) ?? {}
  const refused = [await good({ key: 'x' })]
  if (operationId === 'unlockService') {
    const body = { host: visits.lockedHost, password: 'wrong' }
    refused.push(await good({ rawBody: JSON.stringify(body), headers: json }))
  }
  if (!inInbox) return refused
  refused.push(
    await inInbox(`code@${visits.lockedHost}`),
    await inInbox(visits.protectedAddress),
    await inInbox(visits.protectedAddress, { headers: visitorHeadersOf({ password: 'wrong' }) }),
  )
  return needsSession ? [...refused, await inInbox(visits.own.full)] : refused
}

async function visitorsForbidden({ prepared, operation }: Facts): Promise<Answer[]> {
  const { world, visits, visitorOperations } = prepared
  const { good, operationId } = operation
  const { inInbox, needsSession } = visitorOperations.find((each) => each.operationId === operationId) ?? {}
  const refused = [await good({ key: world.keys.admin })]
  if (inInbox) refused.push(await inInbox(`admin@${visits.own.hostname}`))
  return needsSession ? [...refused, await good({ headers: visitorHeadersOf({ session: 'x' }) })] : refused
}

const isOneOf = ({ operationId }: DescribedOperation, names: string[]) => names.includes(operationId)

/** Input that is refused for reasons which one call of each operation does not show. */
const badCalls: Record<string, (prepared: PreparedWorld) => Promise<Answer>[]> = {
  listAddresses: ({ world }) => [world.addresses('?limit=101'), world.addresses('?cursor=x')],
  createAddress: ({ world }) => [
    world.addresses('', { method: 'POST', body: {} }),
    world.addresses('', { method: 'POST', rawBody: '{', headers: json }),
    world.addresses('', { method: 'POST', rawBody: '{"__proto__":{}}', headers: json }),
  ],
  readMessage: ({ world, own }) => [world.call(`/v1/messages/${own.messageId}?include=links,links`)],
  listMessages: ({ world, own, owner }) => [
    world.inbox(own.address.fullAddress, '?hasOtp=false'),
    world.inbox(own.address.fullAddress, '?hasotp=true'),
    world.inbox(own.address.fullAddress, '?cursor=x&waitSeconds=1'),
    world.inbox(own.address.fullAddress, '?q=%22%22'),
    world.inbox(own.address.fullAddress, '?from=%E2%80%8B'),
    // A key is refused such a host before anybody looks at the rest.
    world.inbox('code', '', { token: owner }),
  ],
}

const json = { 'content-type': 'application/json' }

const success: Provocation = {
  async calls({ prepared: { world }, operation, described }) {
    const first = await operation.good()
    if (isOneOf(described, ['readMessage']))
      return [first, await operation.good({ headers: { accept: 'message/rfc822' } })]
    if (!isOneOf(described, ['createAddress'])) return [first]
    return [first, await world.create({}, under('once')), await world.create({}, under('once'))]
  },
}

/** Every status that an operation of the contract may answer. */
export const provocations: Record<number, Provocation> = {
  200: success,
  201: success,
  204: success,
  400: {
    async calls({ prepared, operation, described }) {
      const { world } = prepared
      const withoutHost = await rawHttp(world.httpPort, rawRequest(described, ['Connection: close']))
      const own = badCalls[described.operationId]?.(prepared) ?? []
      return [...withoutHost, ...(operation.others ? [await operation.others.bad()] : []), ...(await Promise.all(own))]
    },
  },
  401: {
    settings: { FAILED_CREDENTIALS_PER_MINUTE: '10000' },
    async calls(facts) {
      if (facts.operation.kind === 'visitor') return visitorsUnauthorized(facts)
      const {
        prepared: { world, owner },
        operation: { good },
      } = facts
      const refused = [await good({ key: null }), await good({ key: 'x' }), await good({ token: 'x' })]
      world.clock.advance(twoHoursMs)
      return [...refused, await good({ token: owner })]
    },
  },
  402: {
    settings: tightPlans,
    before: ({ world }) => giveTightPlan(world),
    calls: async ({ operation: { good } }) => [await good()],
  },
  403: {
    settings: { SELF_SERVICE: 'false' },
    async calls(facts) {
      const { prepared, operation, described } = facts
      const { world, viewer } = prepared
      const { good, others, scope, kind } = operation
      if (kind === 'visitor') return await visitorsForbidden(facts)
      const isWrite = described.method !== 'GET'
      const answers = isWrite ? [await good({ token: viewer })] : []
      if (scope === null) return [...answers, await good({ key: world.keys.admin })]
      if (isWrite) answers.push(await good({ key: world.keys.read }))
      return others ? [...answers, await others.foreign({ key: world.keys.admin })] : answers
    },
  },
  404: {
    async calls({ prepared: { world, owner }, operation: { good, others } }) {
      return [await (others ? others.absent({ token: owner }) : callAsDeletedUser(world, good))]
    },
  },
  408: {
    settings: { HTTP_REQUEST_SECONDS: '1' },
    isAtOnce: true,
    calls: ({ prepared: { world }, described }) =>
      rawHttp(world.httpPort, rawRequest(described, ['Host: inlet']).slice(0, -2)),
  },
  409: {
    async calls({ prepared: { world, visits }, operation: { good, kind } }) {
      if (kind === 'visitor') {
        const [localPart] = visits.own.full.split('@')
        return [await good({ rawBody: JSON.stringify({ hostname: visits.own.hostname, localPart }), headers: json })]
      }
      await leaveCrashedCall(world, 'crashed', { domainId: world.tenant.domain.id })
      return [await world.create({ localPart: 'code' }), await world.create({}, under('crashed'))]
    },
  },
  413: {
    calls: async ({ operation: { good } }) => [await good({ rawBody: 'x'.repeat(limits.requestBodyMaxBytes + 1) })],
  },
  415: {
    calls: async ({ operation: { good } }) => [
      await good({ rawBody: 'a=b', headers: { 'content-type': 'text/plain' } }),
    ],
  },
  422: {
    settings: { MAX_SERVICES_PER_USER: '1' },
    async calls({ prepared: { world, pendingDomainId, visits }, operation: { good, kind } }) {
      if (kind === 'visitor') {
        return [await good({ rawBody: JSON.stringify({ host: visits.own.hostname, password: 'x' }), headers: json })]
      }
      await world.create({}, under('used'))
      const { serviceId } = world.tenant
      const wildcard = { serviceId, hostname: '*.acme.example', state: 'verified' } as const
      const { _id: domainId } = await insertDomain(world.deps, wildcard)
      return [
        await world.create({ domainId }),
        await world.create({ domainId, hostname: 'acme.example' }),
        await world.create({ domainId: pendingDomainId }),
        await world.create({ localPart: 'other' }, under('used')),
      ]
    },
  },
  429: {
    settings: {
      API_KEY_REQUESTS_PER_MINUTE: '20',
      FAILED_CREDENTIALS_PER_MINUTE: '20',
      PUBLIC_REQUESTS_PER_MINUTE: '20',
      TRUSTED_PROXIES: '127.0.0.1',
    },
    async calls({ prepared: { world }, operation: { good, others, scope, kind }, described }) {
      const limited = await untilLimited(() => {
        // Of one of these operations only malformed calls count, and those that find nothing.
        if (kind === 'visitor') return (others?.bad ?? good)()
        return good(scope === null ? { token: 'x' } : { key: world.keys.write })
      })
      if (!isOneOf(described, ['generatePublicAddress'])) return limited
      await useUpVisitorShare(world, world.tenant.serviceId)
      return [...limited, await good({ headers: { ...json, 'x-forwarded-for': '198.51.100.9' } })]
    },
  },
  431: {
    calls: ({ prepared: { world }, described }) =>
      rawHttp(world.httpPort, rawRequest(described, ['Host: inlet', `X-Long: ${'a'.repeat(20_000)}`])),
  },
  500: {
    before({ world }) {
      vi.spyOn(world.deps.db, 'collection').mockImplementation(() => {
        throw new TypeError('an error of ours')
      })
    },
    calls: async ({ operation: { good } }) => [await good()],
  },
  503: {
    before: ({ world }) => world.deps.db.client.close(),
    calls: async ({ operation: { good } }) => [await good()],
  },
}
