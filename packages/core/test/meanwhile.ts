import { Collection } from 'mongodb'
import { vi } from 'vitest'

/** Runs `work` after the database has stored the next `insertMany` of this process, and before the call returns. */
export function beforeInsertReturns(work: () => Promise<void>): void {
  const { insertMany } = Collection.prototype
  vi.spyOn(Collection.prototype, 'insertMany').mockImplementationOnce(async function (this: Collection, ...args) {
    const inserted = await insertMany.apply(this, args)
    await work()
    return inserted
  })
}

/** Runs `work` just before the next `bulkWrite` of this process. */
export function beforeBulkWrite(work: () => Promise<void>): void {
  const { bulkWrite } = Collection.prototype
  vi.spyOn(Collection.prototype, 'bulkWrite').mockImplementationOnce(async function (this: Collection, ...args) {
    await work()
    return await bulkWrite.apply(this, args)
  })
}

/** Makes the next `deleteMany` of this process fail before it reaches the database. */
export function failNextDeleteMany(error: Error): void {
  vi.spyOn(Collection.prototype, 'deleteMany').mockImplementationOnce(() => Promise.reject(error))
}
