import { startLocalMongod } from '../src/local/start-local-mongod.ts'

// Starts the mongod of the data folder given second, tells what it got and lives until it is killed. Third: an umask.
const [binary = '', dataDir = '', umask] = process.argv.slice(2)
if (umask !== undefined) process.umask(umask)
const mongod = await startLocalMongod({ binary, dataDir })
console.log(JSON.stringify(mongod))
process.on('SIGINT', () => {})
setInterval(() => {}, 60_000)
