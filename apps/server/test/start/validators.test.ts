import { connectDatabase, DatabaseSettingError, ensureCollections, uncheckedCollections } from '@inlet/core'
import { expect, test } from 'vitest'
import { runCli } from '../support/cli-process.ts'
import { guardedDatabase } from './database-users.ts'

test('the role readWrite sets validators of new collections, dbAdmin those of older ones too, and the doctor names what is left', async () => {
  await using database = await guardedDatabase()
  const readWrite = { role: 'readWrite', db: 'inlet' }
  const writer = await database.uriOf('writer', [readWrite])
  const administrator = await database.uriOf('administrator', [readWrite, { role: 'dbAdmin', db: 'inlet' }])
  const db = await connectDatabase(writer)
  await db.createCollection('leases')

  await ensureCollections(db)
  const left = await uncheckedCollections(db)
  const doctor = await runCli(['doctor', '--json'], { MONGODB_URI: writer })
  const privileged = await connectDatabase(administrator)
  await ensureCollections(privileged)
  const leftAfterwards = await uncheckedCollections(db)
  await Promise.all([db.client.close(), privileged.client.close()])

  expect(left).toEqual(['leases'])
  expect(doctor.json.data.checks).toContainEqual({
    check: 'validators',
    state: 'warn',
    message: 'the database does not check the documents of leases',
    advice: expect.stringContaining('dbAdmin'),
  })
  expect(leftAfterwards).toEqual([])
})

test('a start that may not replace a validator of an older version ends with the role that is needed: it could not write new fields', async () => {
  await using database = await guardedDatabase()
  const readWrite = { role: 'readWrite', db: 'inlet' }
  const writer = await database.uriOf('writer', [readWrite])
  const administrator = await database.uriOf('administrator', [readWrite, { role: 'dbAdmin', db: 'inlet' }])
  const db = await connectDatabase(writer)
  await db.createCollection('leases', { validator: { $jsonSchema: { description: 'generation 0.5' } } })

  const refused = await ensureCollections(db).catch((error: unknown) => error)
  const privileged = await connectDatabase(administrator)
  await ensureCollections(privileged)
  await ensureCollections(db)
  const left = await uncheckedCollections(db)
  await Promise.all([db.client.close(), privileged.client.close()])

  expect(refused).toBeInstanceOf(DatabaseSettingError)
  expect(refused).toMatchObject({ message: expect.stringMatching(/leases.*dbAdmin/) })
  expect(left).toEqual([])
})
