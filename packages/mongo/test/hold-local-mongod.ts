import { startLocalMongod } from '../src/local/start-local-mongod.ts'

// Starts the mongod of a data folder, prints it as JSON and runs until it is killed. Arguments: binary, data folder, umask.
const [binary = '', dataDir = '', umask] = process.argv.slice(2)
if (umask !== undefined) process.umask(umask)
const mongod = await startLocalMongod({ binary, dataDir })
console.log(JSON.stringify(mongod))
process.on('SIGINT', () => {})
setInterval(() => {}, 60_000)
