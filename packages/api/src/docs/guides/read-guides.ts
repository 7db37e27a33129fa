import { readFileSync } from 'node:fs'

/** A guide of the repository, in Markdown. */
export interface Guide {
  /** The name of its file and of its page. */
  name: string
  title: string
  summary: string
  markdown: string
}

/** Guides under one heading. */
export interface GuideGroup {
  title: string
  guides: Guide[]
}

const folder = new URL('../../../../../docs/guides/', import.meta.url)
const entry = /^- \[(.+)\]\((.+)\.md\): (.+)$/

const read = (name: string) => readFileSync(new URL(`${name}.md`, folder), 'utf8')

/** Reads the guides in the order of their README, which also has their titles and summaries. */
export function readGuides(): GuideGroup[] {
  const [, ...groups] = read('README').split(/^## /m)
  return groups.map((group) => {
    const [title = '', ...lines] = group.split('\n')
    const guides = lines.flatMap((line) => {
      const [, heading = '', name = '', summary = ''] = line.match(entry) ?? []
      return name === '' ? [] : [{ name, title: heading, summary, markdown: read(name) }]
    })
    return { title, guides }
  })
}
