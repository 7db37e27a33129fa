import type { Document } from 'mongodb'

/** A part of a command that a router sends to the shards that have documents of this filter; null where it names none. */
export interface RoutedFilter {
  collection: string
  command: string
  filter: Document | null
  /** Whether a router of MongoDB 6 refuses it without the key. */
  needsKey?: boolean
}

/** The filters of a command as a router would see it; none for an insert, whose documents have the key, and for what reads no documents. */
export function filtersOf(command: Document): RoutedFilter[] {
  const [name = ''] = Object.keys(command)
  const collection: unknown = command[name]
  if (name === 'bulkWrite') return clientWrites(command)
  if (typeof collection !== 'string') return []
  const of = (filter: Document | undefined) => ({ collection, command: name, filter: filter ?? null })
  switch (name) {
    case 'find':
      return [of(command.filter)]
    case 'count':
    case 'distinct':
      return [of(command.query)]
    case 'findAndModify':
      return [{ ...of(command.query), needsKey: true }]
    case 'update':
      return command.updates.map(({ q, upsert }: Document) => ({ ...of(q), needsKey: upsert === true }))
    case 'delete':
      return command.deletes.map(({ q }: Document) => of(q))
    case 'aggregate':
      return filtersOfPipeline(collection, command.pipeline)
    default:
      return []
  }
}

function clientWrites({ ops, nsInfo }: Document): RoutedFilter[] {
  return ops.flatMap((op: Document) => {
    if ('insert' in op) return []
    const ns: string = nsInfo[op.update ?? op.delete].ns
    return [{ collection: ns.slice(ns.indexOf('.') + 1), command: 'bulkWrite', filter: op.filter }]
  })
}

function filtersOfPipeline(collection: string, pipeline: Document[]): RoutedFilter[] {
  const [first] = pipeline
  // A change stream goes to every shard by its nature.
  if (first && ('$changeStream' in first || '$listCatalog' in first)) return []
  const joined = pipeline.flatMap((stage) => {
    if (stage.$lookup) {
      const { from, foreignField } = stage.$lookup
      return [{ collection: from, command: '$lookup', filter: { [foreignField]: '' } }]
    }
    return stage.$unionWith ? filtersOfPipeline(stage.$unionWith.coll, stage.$unionWith.pipeline ?? []) : []
  })
  return [{ collection, command: 'aggregate', filter: first?.$match ?? null }, ...joined]
}

/** Whether a filter names the value of a key, or a few of them: then it goes only to the shards that have these. */
export function namesKey(filter: Document | null, key: string): boolean {
  if (!filter) return false
  const value: unknown = filter[key]
  if (value !== undefined && isNamed(value)) return true
  const every: Document[] = filter.$and ?? []
  const either: Document[] = filter.$or ?? []
  return every.some((part) => namesKey(part, key)) || (either.length > 0 && either.every((part) => namesKey(part, key)))
}

function isNamed(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true
  const operators = Object.keys(value).filter((name) => name.startsWith('$'))
  return operators.length === 0 || operators.some((name) => name === '$in' || name === '$eq')
}
