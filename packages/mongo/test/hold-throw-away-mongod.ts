import { MongoClient } from 'mongodb'
import { startThrowAwayMongod } from '../src/throw-away/throw-away-mongod.ts'

// Starts a throw-away mongod, prints its process number and folder and runs until it is killed.
const [binary = ''] = process.argv.slice(2)
const mongod = await startThrowAwayMongod({ binary })
const client = new MongoClient(mongod.uri)
const { parsed } = await client.db('admin').command({ getCmdLineOpts: 1 })
await client.close()
console.log(JSON.stringify({ pid: mongod.pid, folder: parsed.storage.dbPath }))
setInterval(() => {}, 60_000)
