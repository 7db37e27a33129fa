import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { BSON, type CreateCollectionOptions, type Db, type Document, type IndexDescription } from 'mongodb'

// A database as files that a person can read: one line of Extended JSON for each document, a file for each collection, and what MongoDB
// knows of the collections themselves. Canonical form, so that no type is lost.

const { EJSON } = BSON
const ending = '.jsonl'
const schemaFile = 'collections.json'

interface StoredCollection {
  name: string
  options: CreateCollectionOptions
  indexes: IndexDescription[]
}

/** Writes a database into a folder. */
export async function writeDump(db: Db, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const found = await db.listCollections().toArray()
  const names = found.map(({ name }) => name).sort()
  const schema: StoredCollection[] = []
  for (const name of names) {
    const options = found.find((each) => each.name === name)
    const indexes: (IndexDescription & { v?: number })[] = await db.collection(name).listIndexes().toArray()
    const own = indexes.filter((index) => index.name !== '_id_').map(({ v: _, ...index }) => index)
    schema.push({ name, options: options && 'options' in options ? (options.options ?? {}) : {}, indexes: own })
    const documents = await db.collection(name).find().sort({ _id: 1 }).toArray()
    if (documents.length === 0) continue
    const lines = documents.map((document) => `${EJSON.stringify(document, { relaxed: false })}\n`)
    await writeFile(join(folder, `${name}${ending}`), lines.join(''))
  }
  await writeFile(join(folder, schemaFile), `${JSON.stringify(schema, null, 2)}\n`)
}

/** Makes the database of a folder in an empty one. */
export async function restoreDump(db: Db, folder: string): Promise<void> {
  const schema: StoredCollection[] = JSON.parse(await readFile(join(folder, schemaFile), 'utf8'))
  for (const { name, options, indexes } of schema) {
    await db.createCollection(name, options)
    if (indexes.length > 0) await db.collection(name).createIndexes(indexes)
  }
  for (const file of (await readdir(folder)).filter((each) => each.endsWith(ending))) {
    const lines = (await readFile(join(folder, file), 'utf8')).trimEnd().split('\n')
    const documents = lines.map((line): Document => EJSON.parse(line, { relaxed: false }))
    await db.collection(basename(file, ending)).insertMany(documents)
  }
}
