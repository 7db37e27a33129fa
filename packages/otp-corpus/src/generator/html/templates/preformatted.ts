import type { Template } from '../template.ts'

const plain = (html: string): string => html.replaceAll('<br>', '')

/** A text mail inside `pre`: line breaks are kept, tables are lines with spaces. */
export const preformatted: Template = {
  heading: (html) => `<b>${plain(html)}</b>\n`,
  paragraph: (html) => `${plain(html)}\n`,
  code: (html) => `    ${plain(html)}\n`,
  table: (rows) => `${rows.map((cells) => cells.map((cell) => plain(cell)).join('    ')).join('\n')}\n`,
  list: (items) => `${items.map((item) => ` * ${plain(item)}`).join('\n')}\n`,
  button: (html, href) => `${html}:\n<a href="${href}">${href}</a>\n`,
  quote: (html) => `\n<i>${html}</i>\n`,
  hidden: (html) => `<span style="display:none">${html}</span>`,
  page: ({ direction, charset, content, footer, preheader }) => `<html><head>
<meta http-equiv="content-type" content="text/html; charset=${charset}">
</head><body${direction === 'rtl' ? ' dir="rtl"' : ''}>
<pre style="font-family: monospace; font-size: 13px; white-space: pre-wrap;">${preheader}
${content}
${footer === '' ? '' : `--\n${plain(footer)}`}
</pre>
</body></html>`,
}
