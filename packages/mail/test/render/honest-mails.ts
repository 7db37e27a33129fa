import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** An honest mail, and what a reader must still see of it. */
export interface HonestMail {
  name: string
  html: string
  expected: z.infer<typeof expectation>
}

const expectation = z.object({
  /** Texts that are visible. */
  text: z.array(z.string()),
  /** How many web links are listed. */
  links: z.number(),
  /** Parts of the document: colours, tables, rules. */
  keeps: z.array(z.string()),
  /** Whether it is shown with its own colours in a dark theme too. */
  keepsColors: z.boolean(),
  blockedLoads: z.number(),
})

const folder = join(import.meta.dirname, 'honest')

/** The mails of the folder `honest`; a comment in the first line of each has what is expected. */
export const honestMails: readonly HonestMail[] = globSync('*.html', { cwd: folder })
  .sort()
  .map((file) => {
    const html = readFileSync(join(folder, file), 'utf8')
    const [first = ''] = html.split('\n', 1)
    const expected = expectation.parse(JSON.parse(first.slice('<!-- '.length, -' -->'.length)))
    return { name: file.slice(0, -'.html'.length), html, expected }
  })
