import { createHash } from 'node:crypto'
import { freshDatabase } from '@inlet/testkit'
import { type Db, MongoServerError } from 'mongodb'
import { expect, test } from 'vitest'
import { connectDatabase } from '../database/connect.ts'
import { ensureCollections, models } from './ensure-collections.ts'
import { generationOf, validation, validatorGeneration } from './validators.ts'

const refusedCode = 121

async function openFreshDatabase() {
  const database = freshDatabase()
  const db = await connectDatabase(database.uri)
  return {
    db,
    async [Symbol.asyncDispose]() {
      await db.client.close()
      await database[Symbol.asyncDispose]()
    },
  }
}

const codeOf = (write: Promise<unknown>) =>
  write.then(
    () => 0,
    (error: unknown) => (error instanceof MongoServerError ? error.code : error),
  )

async function validatorsIn(db: Db) {
  const found = await db.listCollections().toArray()
  return new Map(found.map((each) => [each.name, 'options' in each ? each.options : undefined]))
}

/** Mails are many, and written by one function. */
const checked = models.filter(({ isChecked }) => isChecked !== false)

test('every collection but messages refuses a document that is not of its model', async () => {
  await using opened = await openFreshDatabase()
  await ensureCollections(opened.db)

  expect(checked).toHaveLength(models.length - 1)
  for (const { name } of checked) {
    const id = `wrong-${name}`
    const written = codeOf(opened.db.collection<{ _id: string }>(name).insertOne({ _id: id }))
    expect(await written, name).toBe(refusedCode)
  }
})

test('a field of another type, a field that the model has not, and a missing one are refused, by an update too', async () => {
  await using opened = await openFreshDatabase()
  await ensureCollections(opened.db)
  const leases = opened.db.collection<{ _id: string; [field: string]: unknown }>('leases')
  const good = { holder: 'process', until: new Date() }

  expect(await codeOf(leases.insertOne({ _id: 'good', ...good }))).toBe(0)
  expect(await codeOf(leases.insertOne({ _id: 'type', ...good, until: 'tomorrow' }))).toBe(refusedCode)
  expect(await codeOf(leases.insertOne({ _id: 'unknown', ...good, password: 'x' }))).toBe(refusedCode)
  expect(await codeOf(leases.insertOne({ _id: 'missing', holder: 'process' }))).toBe(refusedCode)
  expect(await codeOf(leases.updateOne({ _id: 'good' }, { $set: { failuresInRow: 'two' } }))).toBe(refusedCode)
  expect(await codeOf(leases.updateOne({ _id: 'good' }, { $unset: { until: 1 } }))).toBe(refusedCode)
})

test('a database without validators, or with older ones, gets those of this version, and newer ones stay', async () => {
  await using opened = await openFreshDatabase()
  await opened.db.createCollection('leases')
  const description = (generation: number) => ({ $jsonSchema: { description: `generation ${generation}` } })
  await opened.db.createCollection('users', { validator: description(validatorGeneration - 1) })
  await opened.db.createCollection('members', { validator: description(validatorGeneration + 1) })

  await ensureCollections(opened.db)

  const validators = await validatorsIn(opened.db)
  for (const { name, document } of checked) {
    if (name === 'members') expect(generationOf(validators.get(name)?.validator)).toBe(validatorGeneration + 1)
    else expect(validators.get(name), name).toMatchObject(validation(document))
  }
})

test('whoever changes a document changes the generation of the validators too', () => {
  const all = checked.map(({ name, document }) => [name, validation(document).validator])
  const digest = createHash('sha256').update(JSON.stringify(all)).digest('hex').slice(0, 16)

  expect({ generation: validatorGeneration, digest }).toMatchInlineSnapshot(`
    {
      "digest": "e1699d967d92ac4a",
      "generation": 3,
    }
  `)
})
