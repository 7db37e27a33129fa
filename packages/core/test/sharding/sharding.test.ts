import { existsSync, readFileSync } from 'node:fs'
import { emptiedDatabase } from '@inlet/testkit'
import { type Document, MongoClient } from 'mongodb'
import { expect, test } from 'vitest'
import { ensureCollections, models } from '../../src/schema/ensure-collections.ts'
import { broadcasts, transactionsOfTwoServices } from './broadcasts.ts'
import { filtersOf, namesKey } from './command-filters.ts'

const root = new URL('../../../../', import.meta.url)
const sharded = models.flatMap(({ name, shardKey, indexes }) => (shardKey ? [{ name, indexes, ...shardKey }] : []))

test('every unique index of a sharded collection begins with its shard key, but that of ids', () => {
  expect(sharded.map(({ name }) => name).sort()).toEqual([
    'addresses',
    'deliveries',
    'events',
    'messages',
    'rawChunks',
    'sharedContents',
  ])
  for (const { key, indexes } of sharded)
    for (const index of indexes.filter(({ unique }) => unique))
      expect(Object.keys(index.key).slice(0, Object.keys(key).length)).toEqual(Object.keys(key))
})

test('the operator shards each collection by the key of its model', () => {
  const page = readFileSync(new URL('docs/OPERATING.md', root), 'utf8')

  for (const { name, key } of sharded) {
    const shown = Object.entries(key).map(([field, kind]) => `${field}: ${JSON.stringify(kind)}`)
    expect(page).toContain(`sh.shardCollection('inlet.${name}', { ${shown.join(', ').replaceAll('"', "'")} })`)
  }
})

test('every exception is of a sharded collection, and its file is there', () => {
  for (const { collection, at } of broadcasts) {
    expect(sharded.map(({ name }) => name)).toContain(collection)
    expect(existsSync(new URL(at, root)), at).toBe(true)
  }
  for (const { at } of transactionsOfTwoServices) expect(existsSync(new URL(at, root)), at).toBe(true)
})

test.each<[string, Document, boolean]>([
  ['a find by the key', { find: 'c', filter: { k: 'a', x: 1 } }, true],
  ['a find by some keys', { find: 'c', filter: { $and: [{ x: 1 }, { k: { $in: ['a'] } }] } }, true],
  ['a find whose alternatives all name one', { find: 'c', filter: { $or: [{ k: 'a' }, { k: 'b', x: 1 }] } }, true],
  ['a find with an alternative that names none', { find: 'c', filter: { $or: [{ k: 'a' }, { x: 1 }] } }, false],
  ['a find by a range of keys', { find: 'c', filter: { k: { $gte: 'a' } } }, false],
  ['a find without a filter', { find: 'c' }, false],
  ['a count', { count: 'c', query: { x: 1 } }, false],
  ['a distinct', { distinct: 'c', key: 'x', query: { x: 1 } }, false],
  ['a findAndModify', { findAndModify: 'c', query: { _id: 1 } }, false],
  ['one of two updates', { update: 'c', updates: [{ q: { k: 'a' } }, { q: { _id: 1 } }] }, false],
  ['a delete', { delete: 'c', deletes: [{ q: { _id: 1 } }] }, false],
  [
    'an aggregation that matches later',
    { aggregate: 'c', pipeline: [{ $sort: { x: 1 } }, { $match: { k: 'a' } }] },
    false,
  ],
  ['an aggregation that matches first', { aggregate: 'c', pipeline: [{ $match: { k: 'a' } }] }, true],
  [
    'a lookup',
    { aggregate: 'o', pipeline: [{ $match: { k: 'a' } }, { $lookup: { from: 'c', foreignField: 'x' } }] },
    false,
  ],
  [
    'a union',
    { aggregate: 'o', pipeline: [{ $match: { k: 'a' } }, { $unionWith: { coll: 'c', pipeline: [] } }] },
    false,
  ],
  ['a write of the client', { bulkWrite: 1, ops: [{ update: 0, filter: { _id: 1 } }], nsInfo: [{ ns: 'd.c' }] }, false],
])('the watch sees whether %s names the key', (_, command, isNamed) => {
  const filters = filtersOf(command).filter(({ collection }) => collection === 'c' || command.aggregate === 'o')

  expect(filters.every(({ filter }) => namesKey(filter, 'k'))).toBe(isNamed)
})

test('each shard key has an index, or is hashed, for which sharding an empty collection makes one', async () => {
  await using database = await emptiedDatabase(ensureCollections)
  await using client = new MongoClient(database.uri)

  for (const { name, key } of sharded) {
    const indexes = await client.db().collection(name).indexes()
    const [field = ''] = Object.keys(key)
    const isThere = indexes.some((index) => Object.keys(index.key)[0] === field && !index.partialFilterExpression)
    expect(isThere || key[field] === 'hashed', name).toBe(true)
  }
})
