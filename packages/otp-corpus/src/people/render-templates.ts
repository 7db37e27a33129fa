import { Clones } from './clones.ts'
import { readTemplates } from './people-lists.ts'
import { renderTemplate } from './render-template.ts'

/** The mails that were rendered, and an error text for each clone that is missing and each mail that failed. */
interface Rendered {
  mails: { id: string; raw: Buffer }[]
  errors: string[]
}

/** Renders the mails of the list from clones. @throws Error for a list in a wrong format */
export async function renderTemplates(folder: string): Promise<Rendered> {
  const clones = new Clones(folder)
  const { commits, mails } = readTemplates()
  const rendered: Rendered = { mails: [], errors: [] }
  for (const [repository, commit] of Object.entries(commits)) {
    const own = mails.filter((mail) => mail.repository === repository)
    if (!clones.has(repository)) {
      rendered.errors.push(`${repository}: no clone (${own.length} mails)`)
      continue
    }
    for (const mail of own) {
      try {
        const raw = await renderTemplate(mail, (path) => clones.readFile(repository, commit, path))
        rendered.mails.push({ id: mail.id, raw })
      } catch (error) {
        rendered.errors.push(`${mail.id}: ${error instanceof Error ? error.message : error}`)
      }
    }
  }
  return rendered
}
