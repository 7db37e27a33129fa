import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { MongoClient } from 'mongodb'
import { expect, inject, test, vi } from 'vitest'
import { identifyProcess } from './process-identity.ts'
import { startThrowAwayMongod } from './start-throw-away-mongod.ts'

const binary = inject('mongodBinary')
const settings = { w: 'majority', journal: true, serverSelectionTimeoutMS: 10_000 } as const

test.skipIf(!binary)('what was acknowledged is there after a crash and a restart, at the same address', async () => {
  await using mongod = await startThrowAwayMongod({ binary: binary ?? '' })
  await using client = new MongoClient(mongod.uri, settings)
  await client.db('kept').collection('things').insertOne({ colour: 'red' })
  const { pid } = mongod

  await mongod.kill()
  expect(identifyProcess(pid)).toBeNull()
  await mongod.restart()

  expect(mongod.pid).not.toBe(pid)
  expect(await client.db('kept').collection('things').countDocuments()).toBe(1)
})
