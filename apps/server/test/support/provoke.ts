import { limits } from '@inlet/contract'
import { vi } from 'vitest'
import type { DescribedOperation } from './contract-document.ts'
import { leaveCrashedCall } from './crashed-call.ts'
import { callAsDeletedUser } from './people.ts'
import { rawHttp } from './raw-http.ts'
import { absentId, type Stage, type StagedOperation } from './stage.ts'
import type { Answer } from './world.ts'

const twoHoursMs = 7_200_000

interface Facts {
  stage: Stage
  staged: StagedOperation
  described: DescribedOperation
}

/** How a status is brought about: in a world of which settings, what is done to it first, and the calls, which must all answer it. */
interface Provocation {
  settings?: Record<string, string>
  before?: (stage: Stage) => Promise<unknown> | unknown
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

const isOneOf = ({ operationId }: DescribedOperation, names: string[]) => names.includes(operationId)

/** Input that is refused for reasons which one call of each operation does not show. */
const badCalls: Record<string, (stage: Stage) => Promise<Answer>[]> = {
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
  async calls({ stage: { world }, staged, described }) {
    const first = await staged.good()
    if (isOneOf(described, ['readMessage']))
      return [first, await staged.good({ headers: { accept: 'message/rfc822' } })]
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
    async calls({ stage, staged, described }) {
      const { world } = stage
      const withoutHost = await rawHttp(world.httpPort, rawRequest(described, ['Connection: close']))
      const own = badCalls[described.operationId]?.(stage) ?? []
      return [...withoutHost, ...(staged.others ? [await staged.others.bad()] : []), ...(await Promise.all(own))]
    },
  },
  401: {
    settings: { FAILED_CREDENTIALS_PER_MINUTE: '10000' },
    async calls({ stage: { world, owner }, staged: { good } }) {
      const refused = [await good({ key: null }), await good({ key: 'x' }), await good({ token: 'x' })]
      world.clock.advance(twoHoursMs)
      return [...refused, await good({ token: owner })]
    },
  },
  403: {
    async calls({ stage: { world, viewer }, staged: { good, others, scope }, described }) {
      const isWrite = described.method !== 'GET'
      const answers = isWrite ? [await good({ token: viewer })] : []
      if (scope === null) return [...answers, await good({ key: world.keys.admin })]
      if (isWrite) answers.push(await good({ key: world.keys.read }))
      return others ? [...answers, await others.foreign({ key: world.keys.admin })] : answers
    },
  },
  404: {
    async calls({ stage: { world, owner }, staged: { good, others } }) {
      return [await (others ? others.absent({ token: owner }) : callAsDeletedUser(world, good))]
    },
  },
  408: {
    settings: { HTTP_REQUEST_SECONDS: '1' },
    isAtOnce: true,
    calls: ({ stage: { world }, described }) =>
      rawHttp(world.httpPort, rawRequest(described, ['Host: inlet']).slice(0, -2)),
  },
  409: {
    async calls({ stage: { world } }) {
      await leaveCrashedCall(world, 'crashed', { domainId: world.tenant.domain.id })
      return [await world.create({ localPart: 'code' }), await world.create({}, under('crashed'))]
    },
  },
  413: {
    calls: async ({ staged: { good } }) => [await good({ rawBody: 'x'.repeat(limits.requestBodyMaxBytes + 1) })],
  },
  415: {
    calls: async ({ staged: { good } }) => [await good({ rawBody: 'a=b', headers: { 'content-type': 'text/plain' } })],
  },
  422: {
    async calls({ stage: { world, pendingDomainId } }) {
      await world.create({}, under('used'))
      return [
        await world.create({ domainId: pendingDomainId }),
        await world.create({ localPart: 'other' }, under('used')),
      ]
    },
  },
  429: {
    settings: { API_KEY_REQUESTS_PER_MINUTE: '20', FAILED_CREDENTIALS_PER_MINUTE: '20' },
    calls: ({ stage: { world }, staged: { good, scope } }) =>
      untilLimited(() => good(scope === null ? { token: 'x' } : { key: world.keys.write })),
  },
  431: {
    calls: ({ stage: { world }, described }) =>
      rawHttp(world.httpPort, rawRequest(described, ['Host: inlet', `X-Long: ${'a'.repeat(20_000)}`])),
  },
  500: {
    before({ world }) {
      vi.spyOn(world.deps.db, 'collection').mockImplementation(() => {
        throw new TypeError('a fault of ours')
      })
    },
    calls: async ({ staged: { good } }) => [await good()],
  },
  503: {
    before: ({ world }) => world.deps.db.client.close(),
    calls: async ({ staged: { good } }) => [await good()],
  },
}
