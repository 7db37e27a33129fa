import { join } from 'node:path'
import { startLocalMongod } from '@inlet/mongo'
import { MongoClient } from 'mongodb'
import { inject } from 'vitest'
import { dataFolder } from '../support/start-program.ts'

/** A replica set with access control. `uriOf` makes a user with these roles and returns the URI that it logs in with; all have the password `pass-word`. */
export async function guardedDatabase() {
  const folder = await dataFolder()
  const mongod = await startLocalMongod({ dataDir: join(folder.path, 'guarded'), binary: inject('mongodBinary') })
  const client = new MongoClient(mongod.uri)
  const admin = client.db('admin')
  const { host } = new URL(mongod.uri)
  return {
    host,
    admin,
    async uriOf(user: string, roles: { role: string; db: string }[]): Promise<string> {
      await admin.command({ createUser: user, pwd: 'pass-word', roles })
      return `mongodb://${user}:pass-word@${host}/inlet?replicaSet=inlet&authSource=admin`
    },
    async [Symbol.asyncDispose]() {
      await client.close()
      await mongod.stop()
      await folder[Symbol.asyncDispose]()
    },
  }
}
