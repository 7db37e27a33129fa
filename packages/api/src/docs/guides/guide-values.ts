import { limits, reservedLocalParts } from '@inlet/contract'

/** The address that the guides are written with: the one of a server on the reader's own machine. */
const localUrl = 'http://127.0.0.1:8080'

const marked = /<!--(\w+)-->(?:\d+|`[^`]*`)/g

function valueNamed(name: string): string {
  if (name === 'reservedLocalParts') return `\`${[...reservedLocalParts].join(', ')}\``
  const value = Object.entries(limits).find(([key]) => key === name)?.[1]
  if (value === undefined) throw new Error(`A guide names the limit ${name}, which does not exist`)
  return String(value)
}

/** Puts the values of the contract in the place of those that are written after a comment with their name. */
export const withLimits = (markdown: string): string =>
  markdown.replaceAll(marked, (_, name: string) => `<!--${name}-->${valueNamed(name)}`)

/** Makes a guide one of this server: with its limits, its address, and links to the pages of its documentation. */
export const withValues = (markdown: string, publicUrl: string): string =>
  withLimits(markdown)
    .replaceAll(/<!--\w+-->/g, '')
    .replaceAll(`](${localUrl}/docs`, '](/docs')
    .replaceAll(localUrl, publicUrl)
