import type { Template } from '../template.ts'

/** Old-fashioned HTML written by hand: some upper case, missing end tags, `font` and `center`. */
export const handWritten: Template = {
  heading: (html) => `<H3><FONT COLOR="#003366">${html}</FONT></H3>`,
  paragraph: (html) => `<p>${html}`,
  code: (html) => `<center><font size="5" face="Courier New"><b>${html}</b></font></center>`,
  table: (rows) =>
    `<TABLE BORDER=1 CELLPADDING=3 BGCOLOR=#FFFFCC>
${rows.map((cells) => `<TR>${cells.map((cell) => `<TD>${cell}`).join('')}`).join('\n')}
</TABLE>`,
  list: (items) => `<ul>\n${items.map((item) => `<li>${item}`).join('\n')}\n</ul>`,
  button: (html, href) => `<p><a href=${href}>${html}</a>`,
  quote: (html) => `<blockquote>\n${html}\n</blockquote>`,
  hidden: (html) => `<font color="#ffffff" style="font-size:1px">${html}</font>`,
  page: ({ direction, content, footer, preheader }) => `<html${direction === 'rtl' ? ' dir=rtl' : ''}>
<body bgcolor=#FFFFFF text=#000000>
${preheader}
${content}
<br><br>
${footer === '' ? '' : `<hr size=1>\n<font size=1 color=#666666>${footer}</font>`}
</body>
</html>`,
}
