import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5'
import { parseHtml } from '../../src/render/parse-html.ts'
import { serialise } from '../../src/render/serialise.ts'

// Written apart from the lists of the renderer, so that a mistake there is found here.

const elements = new Set(
  (
    'html head meta style body a abbr acronym address article aside b bdi bdo big blockquote br caption center cite code col ' +
    'colgroup dd del details dfn dir div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main ' +
    'mark menu nav nobr ol p pre rp rt ruby s samp section small span strike strong sub summary sup table tbody td tfoot th ' +
    'thead time tr tt u ul var wbr'
  ).split(' '),
)
const harmless = new Set(
  (
    'abbr align alt bgcolor border cellpadding cellspacing clear color colspan dir face frame headers height hidden hspace lang link ' +
    'noshade nowrap open reversed role rowspan rules scope size span start summary title type valign value vspace width'
  ).split(' '),
)
const layout = new Set('center col div p section table td th'.split(' '))
const policy =
  "default-src 'none'; img-src data:; style-src 'unsafe-inline'; font-src data:; base-uri 'none'; form-action 'none'"
const forbiddenCss =
  /(?:url|src|image|image-set|cross-fade|element|paint|expression|var|env|attr)\s*\(|@(?!media\b)|-moz-binding|behavior\s*:|position:\s*(?:fixed|sticky)|</i

/** What must not be in a rendered mail, as sentences; a document without errors gives none. */
export function errorsOf(html: string): string[] {
  const errors: string[] = []
  const visit = (node: Tree.Node): void => {
    if ('tagName' in node) errors.push(...elementErrors(node))
    if ('content' in node) errors.push('a template')
    if (node.nodeName === '#comment') errors.push('a comment')
    if ('childNodes' in node) node.childNodes.forEach(visit)
  }
  visit(parse(html))
  if (!isStable(html.slice(html.indexOf('<body'), -'</html>'.length)))
    errors.push('another tree when it is parsed again')
  if (!/^<!doctype html><html><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy"/.test(html)) {
    errors.push('no policy at its beginning')
  }
  return errors
}

function isStable(body: string): boolean {
  try {
    return serialise(parseHtml(body)) === body
  } catch {
    return false
  }
}

function elementErrors(element: Tree.Element): string[] {
  const { tagName, namespaceURI, attrs } = element
  if (tagName === 'meta') return metaErrors(element)
  const errors = attrs
    .filter(({ name, value }) => !isAllowed(tagName, name, value))
    .map(({ name, value }) => `<${tagName} ${name}="${value.slice(0, 80)}">`)
  if (!elements.has(tagName) || namespaceURI !== 'http://www.w3.org/1999/xhtml') errors.push(`<${tagName}>`)
  if (tagName !== 'style') return errors
  const css = element.childNodes.map((node) => ('value' in node ? node.value : '')).join('')
  return cssIsFree(css) ? errors : [...errors, `<style>: ${forbiddenCss.exec(unescaped(css))?.[0]}`]
}

const metas = new Set([
  'charset=utf-8',
  `http-equiv=Content-Security-Policy;content=${policy}`,
  'name=referrer;content=no-referrer',
  'http-equiv=x-dns-prefetch-control;content=off',
  'name=viewport;content=width=device-width,initial-scale=1',
])

function metaErrors({ attrs }: Tree.Element): string[] {
  const written = attrs.map(({ name, value }) => `${name}=${value}`).join(';')
  return metas.has(written) ? [] : [`<meta ${written}>`]
}

function isAllowed(element: string, name: string, value: string): boolean {
  if (name === 'style') return cssIsFree(value)
  if (name === 'id' || name === 'class') return value.split(' ').every((word) => word.startsWith('m-'))
  if (element === 'a' && name === 'name') return value.startsWith('m-')
  if (element === 'a' && name === 'href') return /^(?:https?:\/\/[^/]|mailto:|tel:)/.test(value)
  if (element === 'a' && name === 'target') return value === '_blank'
  if (element === 'a' && name === 'rel') return value === 'noopener noreferrer nofollow'
  if (element === 'img' && name === 'src')
    return /^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/=]+$/.test(value)
  if (name === 'data-wide') return value === '' && layout.has(element)
  return harmless.has(name)
}

/** What a browser reads: without comments, and with its escapes decoded. */
const unescaped = (css: string): string =>
  css
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/"(?:[^"\\\n]|\\.)*"/gs, '""')
    .replaceAll(/\\([\da-f]{1,6})\s?/gi, (_, code: string) =>
      String.fromCodePoint(Number.parseInt(code, 16) % 0x11_0000),
    )
    .replaceAll('\\', '')

const cssIsFree = (css: string): boolean => !forbiddenCss.test(unescaped(css)) && !css.includes('</')
