import { freshDatabase } from '@inlet/testkit'
import { type Collection, type Document, MongoServerError } from 'mongodb'
import { expect, test, vi } from 'vitest'
import { connectDatabase } from '../database/connect.ts'
import { type ScanResult, scanNewestFirst } from './scan-newest-first.ts'
import { searchQueue } from './search-queue.ts'

interface Row {
  _id: string
  group: string
  isNeedle: boolean
}

const hint = { group: 1, _id: -1 }
const idOf = (n: number) => `row-${String(n).padStart(6, '0')}`
const outOfTime = () => new MongoServerError({ message: 'operation exceeded time limit', code: 50 })
const away = () => new MongoServerError({ message: 'away', code: 91 })

/** The simulated database: milliseconds for one slice, or its error. `size` is its number of ids. */
type Behaviour = (slice: { size: number; place: number }) => number | Error

interface ScanInput {
  before?: string | null
  limit?: number
  behaviour?: Behaviour
  /** Whether the process filters the rows itself, and not the database. */
  isOwn?: boolean
  /** The result of the quick look; it takes too long by default. */
  quickLook?: Error | 'succeeds'
}

/** `count` rows in a real collection, whose slices take as long as the test says; `isNeedle` selects the rows that match. */
async function startHaystack(count: number, isNeedle: (n: number) => boolean) {
  const database = freshDatabase()
  const db = await connectDatabase(database.uri)
  const rows = db.collection<Row>('rows')
  await rows.createIndex({ group: 1, _id: -1 })
  await rows.insertMany(
    Array.from({ length: count }, (_, n) => ({ _id: idOf(n), group: 'hay', isNeedle: isNeedle(n) })),
  )
  let aheadMs = 0
  const sizes: number[] = []
  // Time passes only as the test says.
  vi.spyOn(performance, 'now').mockImplementation(() => aheadMs)

  const scan = ({
    before = null,
    limit = 50,
    behaviour = () => 0,
    isOwn = false,
    quickLook = outOfTime(),
  }: ScanInput = {}) =>
    scanNewestFirst<Row>({
      collection: behaving(rows, {
        onQuickLook: () => {
          if (!isOwn && quickLook instanceof Error) throw quickLook
        },
        onSlice: (size) => {
          sizes.push(size)
          const met = behaviour({ size, place: sizes.length })
          if (met instanceof Error) throw met
          aheadMs += met
        },
      }),
      within: { group: 'hay' },
      matching: isOwn ? {} : { isNeedle: true },
      keeps: isOwn ? (row) => row.isNeedle : null,
      projection: { _id: 1, isNeedle: 1 },
      hint,
      before,
      limit,
      deps: { clock: { now: () => new Date(0) }, searchQueue: searchQueue({ makerOf: async (id) => id }) },
      serviceId: 'hay',
    })
  return {
    scan,
    sizes,
    async [Symbol.asyncDispose]() {
      await db.client.close()
      await database[Symbol.asyncDispose]()
    },
  }
}

interface Watchers {
  onQuickLook(): void
  onSlice(size: number): void
}

/** The collection itself, but its first pipeline and each one that reads ids call the watchers, which may throw. */
function behaving(rows: Collection<Row>, { onQuickLook, onSlice }: Watchers): Collection<Row> {
  let pipelines = 0
  return new Proxy(rows, {
    get(target, key) {
      if (key !== 'aggregate') return Reflect.get(target, key)
      return (pipeline: Document[], options: Document) => {
        // The load of the machine must not matter.
        const cursor = target.aggregate(pipeline, { ...options, maxTimeMS: 60_000 })
        const isWalk = pipeline.some((stage) => '$group' in stage)
        const isFirst = pipelines === 0
        pipelines += 1
        return {
          async toArray() {
            if (isFirst) onQuickLook()
            if (isWalk) onSlice(Number(pipeline.find((stage) => '$limit' in stage)?.$limit))
            return cursor.toArray()
          },
        }
      }
    },
  })
}

const idsOf = ({ found }: ScanResult<Row>) => found.map(({ _id }) => _id)

test('a collection that is scanned quickly needs no slices, page by page to the end', async () => {
  await using haystack = await startHaystack(1_000, (n) => n % 100 === 7)

  const first = await haystack.scan({ quickLook: 'succeeds', limit: 6 })
  const rest = await haystack.scan({ quickLook: 'succeeds', limit: 6, before: first.nextBefore })

  expect(idsOf(first)).toEqual([907, 807, 707, 607, 507, 407].map(idOf))
  expect(first.nextBefore).toBe(idOf(407))
  expect(idsOf(rest)).toEqual([307, 207, 107, 7].map(idOf))
  expect(rest.nextBefore).toBeNull()
  expect(haystack.sizes).toEqual([])
})

test('slices begin small and double while they are quick, and every match is found, newest first', async () => {
  await using haystack = await startHaystack(1_000, (n) => n % 100 === 7)

  const result = await haystack.scan()

  expect(idsOf(result)).toEqual([907, 807, 707, 607, 507, 407, 307, 207, 107, 7].map(idOf))
  expect(result.nextBefore).toBeNull()
  expect(haystack.sizes).toEqual([64, 128, 256, 512, 1_024])
})

test('pages through slices miss nothing and repeat nothing, wherever in a slice they end', async () => {
  await using haystack = await startHaystack(600, (n) => n % 20 === 7)
  const needles = Array.from({ length: 30 }, (_, n) => idOf(587 - n * 20))

  for (const limit of [1, 4, 29, 30, 31]) {
    const seen: string[] = []
    let before: string | null = null
    do {
      const page: ScanResult<Row> = await haystack.scan({ limit, before })
      expect(page.found.length).toBeLessThanOrEqual(limit)
      seen.push(...idsOf(page))
      before = page.nextBefore
    } while (before !== null)
    expect(seen, `pages of ${limit}`).toEqual(needles)
  }
  expect(haystack.sizes.length).toBeGreaterThan(30)
})

test('where the process filters the rows itself, pages miss nothing and repeat nothing, and slices stay small', async () => {
  await using haystack = await startHaystack(3_000, (n) => n % 100 === 7)
  const needles = Array.from({ length: 30 }, (_, n) => idOf(2_907 - n * 100))

  for (const limit of [1, 7, 29, 30, 31]) {
    const seen: string[] = []
    let before: string | null = null
    do {
      const page: ScanResult<Row> = await haystack.scan({ limit, before, isOwn: true })
      expect(page.found.length).toBeLessThanOrEqual(limit)
      seen.push(...idsOf(page))
      before = page.nextBefore
    } while (before !== null)
    expect(seen, `pages of ${limit}`).toEqual(needles)
  }
  expect(Math.max(...haystack.sizes)).toBe(512)
})

test('where the process filters the rows itself, the budget ends the scan with what was found and where to continue', async () => {
  await using haystack = await startHaystack(1_000, (n) => n === 990 || n === 0)

  const result = await haystack.scan({ isOwn: true, behaviour: () => 300 })

  // One slice exceeds the quick look, and seven of 300 ms exceed 2 s.
  expect(haystack.sizes).toEqual(Array(8).fill(64))
  expect(idsOf(result)).toEqual([idOf(990)])
  expect(result.nextBefore).toBe(idOf(1_000 - 8 * 64))
  const rest = await haystack.scan({ isOwn: true, before: result.nextBefore })
  expect(idsOf(rest)).toEqual([idOf(0)])
})

test('no slice is larger than 8,000 ids', async () => {
  await using haystack = await startHaystack(17_000, (n) => n === 0)

  const result = await haystack.scan()

  expect(idsOf(result)).toEqual([idOf(0)])
  expect(haystack.sizes).toEqual([64, 128, 256, 512, 1_024, 2_048, 4_096, 8_000, 8_000])
})

test('slices that are not quick do not grow, and the budget ends the scan although the clock stands still', async () => {
  await using haystack = await startHaystack(1_000, (n) => n === 990)

  const result = await haystack.scan({ behaviour: () => 300 })

  // Seven slices of 300 ms exceed 2 s.
  expect(haystack.sizes).toEqual(Array(7).fill(64))
  expect(idsOf(result)).toEqual([idOf(990)])
  expect(result.nextBefore).toBe(idOf(1_000 - 7 * 64))
})

test('a slice that exceeds maxTimeMS is tried again at half its size, and nothing is missed', async () => {
  await using haystack = await startHaystack(600, (n) => n % 50 === 0)

  const result = await haystack.scan({ behaviour: ({ size }) => (size > 64 ? outOfTime() : 0) })

  expect(idsOf(result)).toEqual(Array.from({ length: 12 }, (_, n) => idOf(550 - n * 50)))
  expect(result.nextBefore).toBeNull()
  expect(haystack.sizes.slice(0, 5)).toEqual([64, 128, 64, 128, 64])
})

test('when the smallest slice exceeds maxTimeMS too, the answer is what was found and where to continue', async () => {
  await using haystack = await startHaystack(600, (n) => n % 50 === 0)

  const result = await haystack.scan({ behaviour: ({ place }) => (place > 1 ? outOfTime() : 0) })

  expect(idsOf(result)).toEqual([idOf(550)])
  expect(result.nextBefore).toBe(idOf(600 - 64))
  expect(haystack.sizes).toEqual([64, 128, 64, 32, 16])
  const rest = await haystack.scan({ before: result.nextBefore })
  expect(idsOf(rest)).toEqual(Array.from({ length: 11 }, (_, n) => idOf(500 - n * 50)))
})

test('where nothing was scanned, the error of the smallest slice is thrown, from a cursor too', async () => {
  await using haystack = await startHaystack(300, () => true)
  const behaviour = outOfTime

  await expect(haystack.scan({ behaviour })).rejects.toMatchObject({ code: 50 })
  await expect(haystack.scan({ behaviour, before: idOf(200) })).rejects.toMatchObject({ code: 50 })

  expect(haystack.sizes).toEqual([64, 32, 16, 64, 32, 16])
})

test('any other error ends the scan at once', async () => {
  await using haystack = await startHaystack(300, () => false)
  const behaviour: Behaviour = ({ place }) => (place > 1 ? away() : 0)

  await expect(haystack.scan({ behaviour })).rejects.toMatchObject({ code: 91 })

  expect(haystack.sizes).toEqual([64, 128])
  await expect(haystack.scan({ quickLook: away() })).rejects.toMatchObject({ code: 91 })
})
