import { mkdir, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { provideWebApps } from '@inlet/web-build'
import { takeDashboard } from './dashboard/take-dashboard.ts'
import { takeInboxPage } from './inbox-page/take-inbox-page.ts'
import { takeReadmePicture } from './readme/take-readme-picture.ts'

/** Takes the pictures of a page, of the states whose names contain one of the words, into a folder. */
type Take = (folder: string, words: readonly string[]) => Promise<void>

const pages: Record<string, { take: Take; folder: string }> = {
  dashboard: { take: takeDashboard, folder: '.screenshots/dashboard/' },
  'inbox-page': { take: takeInboxPage, folder: '.screenshots/inbox-page/' },
  readme: { take: takeReadmePicture, folder: 'docs/' },
}

const usage = `Usage: npm run screenshots -- PAGE [WORD…]

Takes pictures of the states of a web page over the assembled server, light and dark, narrow and wide, into .screenshots/PAGE.
"readme" takes the one picture of the README, docs/web-inbox.webp.

  PAGE     ${Object.keys(pages).join(', ')}
  WORD     takes only the states whose names contain one of these words, and keeps the other pictures`

/** Takes the pictures that the command line names: `npm run screenshots`. */
async function takeScreenshots(): Promise<void> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { help: { type: 'boolean' } } })
  if (values.help) return console.log(usage)
  const [page = '', ...words] = positionals
  const wanted = Object.hasOwn(pages, page) ? pages[page] : undefined
  if (!wanted) throw new Error(usage)

  const folder = fileURLToPath(new URL(`../../../../${wanted.folder}`, import.meta.url))
  if (words.length === 0 && wanted.folder.startsWith('.screenshots/'))
    await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await provideWebApps((line) => console.log(line))
  await wanted.take(folder, words)
  console.log(`The pictures are in ${folder}`)
}

try {
  await takeScreenshots()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
