import type { Template } from '../template.ts'

/** The HTML of a web mailer: a line is a div, an empty line is a div with a break, quotes are blockquotes with a border. */
export const mailProgram: Template = {
  heading: (html) => `<div><b>${html}</b></div><div><br></div>`,
  paragraph: (html) => `<div>${html.replaceAll('<br>\n', '</div><div>')}</div><div><br></div>`,
  code: (html) => `<div><font size="4" face="monospace">${html}</font></div><div><br></div>`,
  table: (rows) => `${rows.map((cells) => `<div>${cells.join(' ')}</div>`).join('')}<div><br></div>`,
  list: (items) => `<ul>${items.map((item) => `<li style="margin-left:15px">${item}</li>`).join('')}</ul>`,
  button: (html, href) => `<div><a href="${href}" target="_blank">${html}</a></div><div><br></div>`,
  quote: (html) =>
    `<div class="mail_quote"><blockquote class="mail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex">${html}</blockquote></div>`,
  hidden: (html) => `<div style="visibility:hidden;height:0;overflow:hidden">${html}</div>`,
  page: ({ direction, content, footer, preheader }) =>
    `${preheader}<div dir="${direction}">${content}${footer === '' ? '' : `<div>--&nbsp;<br><div class="mail_signature"><div>${footer}</div></div></div>`}</div>`,
}
