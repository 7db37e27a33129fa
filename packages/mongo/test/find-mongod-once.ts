import { findMongod } from '../src/binary/find-mongod.ts'

// Looks for a mongod with the cache folder and the sums of archives given, and tells its path.
const [cacheDir = '', sums = '{}'] = process.argv.slice(2)
console.log(await findMongod({ cacheDir, archiveSums: JSON.parse(sums) }))
