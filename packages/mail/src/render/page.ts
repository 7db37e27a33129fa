import { inPieces } from '../text/clean-text.ts'
import { wideAttribute } from './read-attributes.ts'
import type { Theme } from './theme.ts'

/** What a document is made of; `css` and `body` are checked already. */
interface PageParts {
  theme: Theme
  /** It paints backgrounds: its colours are for a light page. */
  paints: boolean
  /** It has colours of its own for a dark page. */
  hasDarkStyle: boolean
  css: string
  body: string
}

const policy =
  "default-src 'none'; img-src data:; style-src 'unsafe-inline'; font-src data:; base-uri 'none'; form-action 'none'"

/** No writing needs more marks on one letter; a browser takes minutes for 50,000. */
const piledMarks = /(?<=\p{M}{16})\p{M}+/gu

/** `:where` weighs nothing, so that each rule of the mail wins. */
const baseStyle = `:where(body){margin:16px;color:light-dark(#1c1c1e,#e6e6e8);background-color:light-dark(#fff,#1c1c1e);
font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;overflow-wrap:break-word}
:where(a){color:light-dark(#0b57d0,#8ab4f8);unicode-bidi:isolate}
:where(img){max-width:100%;height:auto}
:where(pre){white-space:pre-wrap}
:where(blockquote){margin-inline:0;padding-inline-start:1em;border-inline-start:3px solid light-dark(#d0d3d8,#4a4f57)}`

/**
 * Mails are often laid out in tables of about 600 pixels. On a phone these are as wide as the page, as mail programs show them: a frame
 * without scripts cannot be scaled to its contents.
 */
const phoneStyle = `@media (max-width:640px){:where([${wideAttribute}]){width:auto!important;min-width:0!important}
table[${wideAttribute}]{width:100%!important}}`

const schemes: Record<Theme, string> = { light: 'only light', dark: 'only dark', auto: 'light dark' }

/** Links on a dark page of the mail, if it gives them no colour. */
const darkLinks: Record<Theme, string> = {
  light: '',
  dark: '\n:where(a){color:#8ab4f8}',
  auto: '\n@media (prefers-color-scheme:dark){:where(a){color:#8ab4f8}}',
}

/** The whole document: it loads nothing, does not even look up the hosts of its links, and neither runs scripts nor sends forms, wherever it is shown. */
export function pageOf({ theme, paints, hasDarkStyle, css, body }: PageParts): string {
  const scheme = paints || hasDarkStyle ? schemes.light : schemes[theme]
  const style = `:root{color-scheme:${scheme}}\n${phoneStyle}\n${baseStyle}${hasDarkStyle ? darkLinks[theme] : ''}`
  return [
    '<!doctype html><html><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="referrer" content="no-referrer"><meta http-equiv="x-dns-prefetch-control" content="off"><meta name="viewport" content="width=device-width,initial-scale=1">',
    `<style>${style}${css === '' ? '' : `\n${css}`}</style></head>`,
    inPieces(body, (piece) => piece.replaceAll(piledMarks, '')),
    '</html>',
  ].join('')
}
