/** The blocks of code in the page `/docs`, by their labels. */
export function docsBlocks(page: string): Map<string, string> {
  const blocks = page.matchAll(/aria-label="([^"]*)"><code>(.*?)<\/code>/gs)
  return new Map([...blocks].map(([, label = '', code = '']) => [label, unescaped(code)]))
}

const unescaped = (markup: string) =>
  markup
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
