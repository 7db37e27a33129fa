import { readFileSync } from 'node:fs'

const readme = readFileSync(new URL('../../../../README.md', import.meta.url), 'utf8')

/** The block of code in the README that contains a text. @throws where there is none, or more than one */
export function readmeBlock(text: string): string {
  const blocks = [...readme.matchAll(/^```\w+\n(.*?)^```/gms)].map(([, code = '']) => code)
  const [block, ...others] = blocks.filter((code) => code.includes(text))
  if (block === undefined || others.length > 0) throw new Error(`not one block of the README contains ${text}`)
  return block
}
