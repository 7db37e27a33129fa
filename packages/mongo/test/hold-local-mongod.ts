import { startLocalMongod } from '../src/start-local-mongod.ts'

// Starts the mongod of the data folder given second, tells what it got and lives until it is killed.
const [binary = '', dataDir = ''] = process.argv.slice(2)
const mongod = await startLocalMongod({ binary, dataDir })
console.log(JSON.stringify(mongod))
process.on('SIGINT', () => {})
setInterval(() => {}, 60_000)
