import { mkdir, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { provideWebApps } from '@inlet/web-build'
import { takeDashboard } from './dashboard/take-dashboard.ts'
import { takeInboxPage } from './inbox-page/take-inbox-page.ts'

/** Takes the pictures of a page, of the states whose names contain one of the words, into a folder. */
type Take = (folder: string, words: readonly string[]) => Promise<void>

const pages: Record<string, Take> = { dashboard: takeDashboard, 'inbox-page': takeInboxPage }

const usage = `Usage: npm run screenshots -- PAGE [WORD…]

Takes pictures of the states of a web page over the assembled server, light and dark, narrow and wide, into .screenshots/PAGE.

  PAGE     ${Object.keys(pages).join(', ')}
  WORD     takes only the states whose names contain one of these words, and keeps the other pictures`

/** Takes the pictures that the command line names: `npm run screenshots`. */
async function takeScreenshots(): Promise<void> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { help: { type: 'boolean' } } })
  if (values.help) return console.log(usage)
  const [page = '', ...words] = positionals
  const take = Object.hasOwn(pages, page) ? pages[page] : undefined
  if (!take) throw new Error(usage)

  const folder = fileURLToPath(new URL(`../../../../.screenshots/${page}/`, import.meta.url))
  if (words.length === 0) await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await provideWebApps((line) => console.log(line))
  await take(folder, words)
  console.log(`The pictures are in ${folder}`)
}

try {
  await takeScreenshots()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
