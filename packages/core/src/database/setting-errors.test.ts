import { MongoClient, MongoServerError } from 'mongodb'
import { expect, test } from 'vitest'
import { connectError, DatabaseSettingError, type MemberReplies, settingError } from './setting-errors.ts'

const client = new MongoClient('mongodb://a:1,b:1/?replicaSet=rs0')
/** The driver's error where no server answers. */
const timedOut: unknown = await new MongoClient('mongodb://127.0.0.1:1/', { serverSelectionTimeoutMS: 1 })
  .connect()
  .catch((error: unknown) => error)
const refusal = (message: string, code = 13) => new MongoServerError({ message, code })

test('a member that does not know its set yet is not a setting error while another member of the set answers', () => {
  const alone: MemberReplies = new Map([['a:1', { isreplicaset: true }]])
  const beside: MemberReplies = new Map([...alone, ['b:1', { setName: 'rs0', secondary: true }]])

  const error = connectError(timedOut, client, alone)

  expect(connectError(timedOut, client, beside)).toBe(timedOut)
  expect(error).toBeInstanceOf(DatabaseSettingError)
  expect(String(error)).toContain('The replica set of a:1 was never initiated')
})

test('a set without answers, and a router of a sharded cluster, are not a setting error', () => {
  expect(connectError(timedOut, client, new Map())).toBe(timedOut)
  expect(connectError(timedOut, client, new Map([['a:1', { msg: 'isdbgrid' }]]))).toBe(timedOut)
})

test('a name of mongodb+srv:// that is not in DNS is a setting error, whatever the class of the error', () => {
  const error = Object.assign(new Error('querySrv ENOTFOUND _mongodb._tcp.x'), {
    syscall: 'querySrv',
    code: 'ENOTFOUND',
  })

  expect(connectError(error, client, new Map())).toBeInstanceOf(DatabaseSettingError)
})

test('the error for a command that the user may not run has its name and the database, and never its arguments', () => {
  const error = settingError(
    refusal('not authorized on mail to execute command { insert: "messages", documents: [ { subject: "secret" } ] }'),
  )

  expect(error?.message).toBe(
    'The user of the URI may not run "insert" in the database mail. It needs the role readWrite there',
  )
})

test('any other refusal is not a setting error', () => {
  for (const error of [refusal('x', 11000), new Error('x'), null]) expect(settingError(error)).toBeNull()
})
