import { type CommandStartedEvent, type Document, MongoClient } from 'mongodb'
import { models } from '../../src/schema/ensure-collections.ts'
import { broadcasts, transactionsOfTwoServices } from './broadcasts.ts'
import { filtersOf, namesKey } from './command-filters.ts'

const keyOf = new Map(
  models.flatMap(({ name, shardKey }) =>
    shardKey ? Object.keys(shardKey.key).map((key) => [name, key] as const) : [],
  ),
)
const unexpected = new Set<string>()
const servicesOf = new Map<string, Set<string>>()
const watched = new WeakSet<MongoClient>()

const { connect } = MongoClient.prototype
MongoClient.prototype.connect = function (this: MongoClient) {
  if (!watched.has(this)) {
    watched.add(this)
    Reflect.set(this, 'monitorCommands', true)
    this.on('commandStarted', check)
  }
  return connect.call(this)
}

/** What the program has sent since the last call that a router could not send to few shards, or that spans two services. */
export function takeUnexpected(): string[] {
  const found = [...unexpected]
  unexpected.clear()
  servicesOf.clear()
  return found
}

function check({ command }: CommandStartedEvent): void {
  for (const { collection, command: name, filter, needsKey } of filtersOf(command)) {
    const key = keyOf.get(collection)
    if (key === undefined || namesKey(filter, key)) continue
    const at = sender()
    const isNamed = !needsKey && broadcasts.some((each) => each.collection === collection && isAt(each.at, at))
    if (at !== null && !isNamed)
      unexpected.add(`${name} on ${collection} without ${key}, but with ${Object.keys(filter ?? {})}, by ${at}`)
  }
  checkTransaction(command)
}

function checkTransaction(command: Document): void {
  if (command.autocommit !== false || command.commitTransaction || command.abortTransaction) return
  const id = `${command.lsid.id.toString('hex')} ${command.txnNumber}`
  const services = servicesOf.get(id) ?? new Set()
  servicesOf.set(id, services)
  const before = services.size
  const documents: Document[] = command.documents ?? []
  for (const each of [...documents, ...filtersOf(command).map(({ filter }) => filter)])
    if (typeof each?.serviceId === 'string') services.add(each.serviceId)
  if (services.size <= 1 || services.size === before) return
  const at = sender()
  if (at !== null && !transactionsOfTwoServices.some((each) => at.includes(each.at)))
    unexpected.add(`a transaction of two services, by ${at}`)
}

/** A command that the driver repeats has lost its sender: the collection decides then. */
const isAt = (place: string, at: string | null) => at === unknownPlace || at?.startsWith(place) === true

const unknownPlace = 'an unknown place'
const frame = /((?:packages|apps)\/[\w./-]+\.ts):\d+/

/** The file that sent the command which is being sent, with those that called it; null where a test did so itself. */
function sender(): string | null {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 100
  const lines = new Error().stack?.split('\n').slice(1) ?? []
  Error.stackTraceLimit = stackTraceLimit
  const files = lines.flatMap((line) => frame.exec(line)?.[1] ?? []).filter((file) => !file.includes('test/sharding/'))
  const [first] = files
  if (first === undefined) return unknownPlace
  return /\.test\.ts$|\/test\/|^packages\/testkit\//.test(first) ? null : files.slice(0, 3).join(', for ')
}
