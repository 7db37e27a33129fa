import { findMongod } from '../src/binary/find-mongod.ts'

// Finds a mongod with the given cache folder and archive sums, and prints its path.
const [cacheDir = '', sums = '{}'] = process.argv.slice(2)
console.log(await findMongod({ cacheDir, archiveSums: JSON.parse(sums) }))
