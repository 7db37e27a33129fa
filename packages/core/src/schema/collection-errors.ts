import { isDeepStrictEqual } from 'node:util'
import { type Db, type IndexDescription, MongoServerError } from 'mongodb'
import { models } from './ensure-collections.ts'

const namespaceMissingCode = 26

/** A difference from the models: `absent` collections and indexes are created at the next start, `foreign` ones are in no model. */
export interface CollectionError {
  kind: 'absent' | 'different' | 'foreign'
  collection: string
  /** The index's fields, as in `serviceId:1,_id:-1`; null for the whole collection. */
  index: string | null
}

/** Compares the indexes of every collection with its model, and changes nothing. */
export async function collectionErrors(db: Db): Promise<CollectionError[]> {
  const errors = await Promise.all(models.map(({ name, indexes }) => errorsOf(db, name, indexes)))
  return errors.flat()
}

async function errorsOf(db: Db, collection: string, expected: IndexDescription[]): Promise<CollectionError[]> {
  const indexes = await indexesOf(db, collection)
  if (!indexes) return [{ kind: 'absent', collection, index: null }]

  const present = new Map(indexes.map((index) => [fieldsOf(index), index]))
  const wanted = new Map(expected.map((index) => [fieldsOf(index), index]))
  const lacking = [...wanted].flatMap(([index, description]): CollectionError[] => {
    const found = present.get(index)
    if (!found) return [{ kind: 'absent', collection, index }]
    return isDeepStrictEqual(found, description) ? [] : [{ kind: 'different', collection, index }]
  })
  const foreign = [...present.keys()].filter((index) => !wanted.has(index))
  return [...lacking, ...foreign.map((index): CollectionError => ({ kind: 'foreign', collection, index }))]
}

/** Without their names and versions, which do not matter; null where there is no such collection. */
async function indexesOf(db: Db, collection: string): Promise<IndexDescription[] | null> {
  try {
    const indexes: (IndexDescription & { v?: number })[] = await db.collection(collection).listIndexes().toArray()
    return indexes.filter(({ name }) => name !== '_id_').map(({ v: _, name: __, ...index }) => index)
  } catch (error) {
    if (error instanceof MongoServerError && error.code === namespaceMissingCode) return null
    throw error
  }
}

const fieldsOf = ({ key }: IndexDescription) =>
  Object.entries(key)
    .map(([field, order]) => `${field}:${order}`)
    .join(',')
