const blockSelector =
  'address, article, aside, blockquote, center, dd, div, dl, dt, figure, footer, h1, h2, h3, h4, h5, h6, header, hr, li, main, ol, p, pre, section, table, tr, ul'
const notShown = new Set(['HEAD', 'STYLE', 'SCRIPT', 'TEMPLATE', 'TITLE'])

/**
 * The text of a rendered mail, a line for each block. It is parsed into a document that is never shown: nothing in it runs or is loaded
 * (HTML, DOMParser).
 */
export function visibleText(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  const parts: string[] = []
  let lastBlock: Element | null = null
  let hasSpace = true

  // The parser limits how deep elements nest, so that looking for the block of a text is cheap.
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) =>
    notShown.has(node.nodeName) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  )
  const write = (text: string) => {
    if (text === '') return
    parts.push(text)
    hasSpace = text.endsWith(' ') || text.endsWith('\n')
  }
  const writeText = (node: Text) => {
    const isPreformatted = node.parentElement?.closest('pre') !== null
    const text = isPreformatted ? node.data : node.data.replace(/\s/g, ' ').replace(/ {2,}/g, ' ')
    if (text.trim() === '') return write(hasSpace ? '' : ' ')
    const block = node.parentElement?.closest(blockSelector) ?? null
    if (block !== lastBlock && parts.length > 0) write('\n')
    lastBlock = block
    write(hasSpace && !isPreformatted ? text.trimStart() : text)
  }
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Text) writeText(node)
    else if (node.nodeName === 'BR') write('\n')
    else if (node.nodeName === 'TD' || node.nodeName === 'TH') write(hasSpace ? '' : ' ')
  }
  const lines = parts.join('').split('\n')
  return lines
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
