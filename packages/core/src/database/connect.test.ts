import { freshDatabase } from '@inlet/testkit'
import { expect, test } from 'vitest'
import { connectDatabase } from './connect.ts'
import { DatabaseSettingError } from './setting-errors.ts'

test('the URI cannot change write concern, read concern and read preference', async () => {
  await using database = freshDatabase()
  const uri = new URL(database.uri)
  for (const [option, value] of Object.entries({
    w: '1',
    journal: 'false',
    readPreference: 'secondary',
    readConcernLevel: 'local',
  })) {
    uri.searchParams.set(option, value)
  }

  const db = await connectDatabase(uri.href)

  expect(db.databaseName).toBe(database.name)
  expect(db.writeConcern).toMatchObject({ w: 'majority', journal: true })
  expect(db.readConcern?.level).toBe('majority')
  expect(db.readPreference?.mode).toBe('primary')
  await db.client.close()
})

test('a server that does not exist is an error after the server selection timeout', async () => {
  await expect(connectDatabase('mongodb://127.0.0.1:1/inlet?replicaSet=none')).rejects.toThrow(
    /ECONNREFUSED|selection/i,
  )
})

test.each([
  'mongodb://',
  'mongodb://user:hidden/secret@127.0.0.1/inlet',
  'mongodb://user:hidden@secret@127.0.0.1/inlet',
  'mongodb://user:hidden%secret@127.0.0.1/inlet',
  'mongodb://127.0.0.1:hidden/inlet',
  'mongodb://127.0.0.1/in.let',
  'mongodb://127.0.0.1/inlet?hidden=secret',
])('a URI that cannot be read is an error of the setting, which repeats no secret: %s', async (uri) => {
  const error = await connectDatabase(uri).catch((error: unknown) => error)

  expect(error).toBeInstanceOf(DatabaseSettingError)
  expect(String(error)).toMatch(/URI cannot be used: \w/)
  expect(String(error)).not.toMatch(/hidden|secret/)
})
