import { findMongod } from '../src/find-mongod.ts'

// Looks for a mongod with the cache folder given, and tells its path.
const [cacheDir = ''] = process.argv.slice(2)
console.log(await findMongod({ cacheDir }))
