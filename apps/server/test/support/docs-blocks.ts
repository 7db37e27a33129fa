import type { World } from './world.ts'

/** The paths of all pages of the documentation. */
export async function docsPaths(world: World): Promise<string[]> {
  const { text } = await world.call('/docs')
  return [...new Set([...text.matchAll(/href="(\/docs[^"#]*)/g)].map(([, path = '']) => path))]
}

/** The blocks of code in all pages of the documentation, by their labels. */
export async function docsBlocks(world: World): Promise<Map<string, string>> {
  const pages = await Promise.all((await docsPaths(world)).map((path) => world.call(path)))
  const blocks = pages.flatMap(({ text }) => [...text.matchAll(/aria-label="([^"]*)"><code>(.*?)<\/code>/gs)])
  return new Map(blocks.map(([, label = '', code = '']) => [label, unescaped(code)]))
}

const unescaped = (markup: string) =>
  markup
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
