import { expect, test } from 'vitest'
import { databaseUri } from './database-uri.ts'

test.each([
  ['mongodb://127.0.0.1:1/?replicaSet=inlet', 'mongodb://127.0.0.1:1/x?replicaSet=inlet'],
  ['mongodb://127.0.0.1:1', 'mongodb://127.0.0.1:1/x'],
  ['mongodb://a:1,b:2,c:3/old?replicaSet=r', 'mongodb://a:1,b:2,c:3/x?replicaSet=r'],
  ['mongodb+srv://u:p@host/?w=1', 'mongodb+srv://u:p@host/x?w=1&authSource=admin'],
  ['mongodb://u:p@host/old', 'mongodb://u:p@host/x?authSource=old'],
  ['mongodb://u:p@host/old?authSource=other', 'mongodb://u:p@host/x?authSource=other'],
])('%s with the database x is %s', (uri, expected) => {
  expect(databaseUri(uri, 'x')).toBe(expected)
})

test('an invalid connection string is refused, and the error does not repeat it', () => {
  expect(() => databaseUri('postgres://u:secret@host/db', 'x')).toThrow(/^Not a MongoDB connection string$/)
})
