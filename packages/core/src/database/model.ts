import type { Collection, Db, IndexDescription } from 'mongodb'
import type { z } from 'zod'

interface ModelDefinition {
  name: string
  /** The schema of its documents: the database refuses any other one, unless `isChecked` is false. */
  document: z.ZodType
  isChecked?: false
  /**
   * How a sharded cluster would divide it, and why; absent where one shard holds it whole. Every command names the key by equality, or is in
   * `packages/core/test/sharding/broadcasts.ts`.
   */
  shardKey?: { key: Record<string, 1 | 'hashed'>; reason: string }
  /** Each with its reason; all are created at start. */
  indexes: IndexDescription[]
  /** Instead of the default, snappy. */
  compressor?: 'zstd' | 'none'
}

/** A collection: its name, its indexes, and its documents' type. Imported only inside its noun's folder, and by `schema/`. */
export interface Model<T extends { _id: string }> extends ModelDefinition {
  /** The collection in this database. */
  in(db: Db): Collection<T>
}

/** Defines a collection whose documents are of type `T`. */
export function defineModel<T extends { _id: string }>(definition: ModelDefinition): Model<T> {
  return { ...definition, in: (db) => db.collection<T>(definition.name) }
}
