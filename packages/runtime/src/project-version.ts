import { readFileSync } from 'node:fs'
import { z } from 'zod'

const manifest = z.object({ version: z.string() })
const text = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')

/** The version of the project, as its package.json says. */
export const projectVersion: string = manifest.parse(JSON.parse(text)).version
