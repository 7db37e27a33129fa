import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { renderTemplates } from '../src/people/render-templates.ts'

const usage = `Usage: npm run otp:render -- CLONES FOLDER

Writes the mails of the templates of public projects (packages/otp-corpus/people/templates.json) to FOLDER/templates/*.eml. CLONES
holds a clone of each project, bare or not, named owner+name, which has the commit that the list names.

Exit codes: 0 done, 1 some mails could not be rendered (they are named, all others are written), 2 an invalid command line.`

/** @returns the exit code */
async function render(clones: string, folder: string): Promise<number> {
  const templates = join(folder, 'templates')
  mkdirSync(templates, { recursive: true })
  const { mails, errors } = await renderTemplates(clones)
  for (const { id, raw } of mails) writeFileSync(join(templates, `${id}.eml`), raw)
  console.log(`${mails.length} mails: ${templates}`)
  for (const error of errors) console.error(error)
  return errors.length > 0 ? 1 : 0
}

try {
  const { values, positionals } = parseArgs({
    options: { help: { type: 'boolean', short: 'h' } },
    allowPositionals: true,
  })
  const [clones, folder, ...more] = positionals
  if (values.help) console.log(usage)
  else if (clones === undefined || folder === undefined || more.length > 0) {
    console.error(usage)
    process.exitCode = 2
  } else process.exitCode = await render(clones, folder)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}
