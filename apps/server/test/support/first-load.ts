import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

const bundle = fileURLToPath(new URL('../../../dashboard/dist/', import.meta.url))
const chunk = z.object({
  file: z.string(),
  isEntry: z.boolean().optional(),
  imports: z.array(z.string()).default([]),
  src: z.string().optional(),
})
type Chunks = Record<string, z.infer<typeof chunk>>

/** What a first load of the dashboard may take, of script, gzipped. */
export const firstLoadMaxBytes = 220_000

/** What the first load of each screen of the dashboard takes, of script, gzipped. */
export async function firstLoadBytes(): Promise<Record<string, number>> {
  const chunks = await readChunks()
  const entry = Object.keys(chunks).find((key) => chunks[key]?.isEntry) ?? ''
  const screens = Object.keys(chunks).filter((key) => /^src\/screens\/.+-screen\.tsx$/.test(key))
  const sizes: Record<string, number> = {}
  for (const screen of screens) {
    sizes[screen] = await gzippedBytes(filesOf(chunks, screen, filesOf(chunks, entry)))
  }
  return sizes
}

const readChunks = async (): Promise<Chunks> =>
  z.record(z.string(), chunk).parse(JSON.parse(await readFile(`${bundle}.vite/manifest.json`, 'utf8')))

/** The files of a chunk and of all that it imports at once. */
function filesOf(chunks: Chunks, key: string, known = new Set<string>()): Set<string> {
  const found = chunks[key]
  if (!found || known.has(found.file)) return known
  known.add(found.file)
  for (const imported of found.imports) filesOf(chunks, imported, known)
  return known
}

async function gzippedBytes(files: Iterable<string>): Promise<number> {
  let sum = 0
  for (const file of files) sum += (await readFile(`${bundle}${file}.gz`)).length
  return sum
}
