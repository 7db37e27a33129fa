import type { MimeNode } from './mime-tree.ts'
import { decodeTransfer } from './transfer-encoding.ts'

const maxHtmlBytes = 4 * 1024 * 1024
const contentIdUrl = /cid:([^"'\s<>)\\]{1,500})/gi
const linkBefore = /href\s{0,3}=\s{0,3}["']?\s{0,3}$/i
const source = /(?:src|background)\s{0,3}=\s{0,3}["']?([^"'\s<>]{1,500})/gi

/**
 * The files that the HTML of a mail shows: by their Content-ID (RFC 2392) or by their Content-Location (RFC 2557), in the first 4 MiB of
 * HTML. A link to a file does not show it. Linear.
 */
export function shownFiles(files: MimeNode[], texts: ReadonlySet<MimeNode>): ReadonlySet<MimeNode> {
  const shown = new Set<MimeNode>()
  const byId = nodesBy(files, contentIdOf)
  const byLocation = nodesBy(files, ({ fields }) => fields.get('content-location') ?? '')
  if (byId.size === 0 && byLocation.size === 0) return shown
  for (const html of htmlOf(texts)) {
    for (const { 1: id = '', index } of html.matchAll(contentIdUrl)) {
      if (linkBefore.test(html.slice(Math.max(0, index - 20), index))) continue
      add(shown, byId, id)
    }
    if (byLocation.size > 0) for (const { 1: url = '' } of html.matchAll(source)) add(shown, byLocation, url)
  }
  return shown
}

/** The Content-ID of a part, without angle brackets and the blanks in them. */
export const contentIdOf = ({ fields }: MimeNode): string =>
  (fields.get('content-id') ?? '').replace(/^<|>$/g, '').trim()

function nodesBy(files: MimeNode[], keyOf: (node: MimeNode) => string): Map<string, MimeNode> {
  // Of files with the same key the first counts.
  return new Map(
    files
      .toReversed()
      .map((file) => [keyOf(file), file] as const)
      .filter(([key]) => key !== ''),
  )
}

function* htmlOf(texts: ReadonlySet<MimeNode>): Generator<string> {
  let remaining = maxHtmlBytes
  for (const { contentType, body, encoding } of texts) {
    if (contentType !== 'text/html') continue
    const html = decodeTransfer(body, encoding, remaining).subarray(0, remaining)
    remaining -= html.length
    yield html.toString('latin1')
  }
}

function add(shown: Set<MimeNode>, files: Map<string, MimeNode>, written: string): void {
  const [url = ''] = written.replaceAll('&amp;', '&').split('&quot;', 1)
  const file = files.get(url) ?? files.get(percentDecoded(url))
  if (file) shown.add(file)
}

function percentDecoded(url: string): string {
  try {
    return decodeURIComponent(url)
  } catch {
    return url
  }
}
