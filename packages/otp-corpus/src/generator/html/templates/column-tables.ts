import { ornaments, resetStyles } from '../ornaments.ts'
import { type Template, trackingPixel } from '../template.ts'

const font = 'font-family:Ubuntu,Helvetica,Arial,sans-serif'
const row = (inner: string): string => `<tr>
<td align="left" style="font-size:0px;padding:10px 25px;word-break:break-word;">
${inner}
</td>
</tr>`
const text = (html: string, style: string): string =>
  row(`<div style="${font};${style};text-align:inherit;color:#000000;">${html}</div>`)
const outlookOpen = (width: number): string =>
  `<!--[if mso | IE]><table align="center" border="0" cellpadding="0" cellspacing="0" style="width:${width}px;" width="${width}"><tr><td style="line-height:0px;font-size:0px;mso-line-height-rule:exactly;"><![endif]-->`
const outlookClose = '<!--[if mso | IE]></td></tr></table><![endif]-->'

/** Nested tables as responsive mail frameworks compile them: each column inside `font-size:0`, tables for Outlook in comments. */
export const columnTables: Template = {
  heading: (html) => text(html, 'font-size:22px;font-weight:bold;line-height:1.3'),
  paragraph: (html) => text(html, 'font-size:15px;line-height:1.5'),
  code: (html) => text(html, 'font-size:32px;font-weight:700;letter-spacing:6px;line-height:1'),
  table: (rows) =>
    row(
      `<table cellpadding="0" cellspacing="0" width="100%" border="0" style="${font};font-size:13px;line-height:22px;table-layout:auto;width:100%;border:none;">
${rows.map((cells) => `<tr>${cells.map((cell) => `<td style="padding:0 15px 0 0;">${cell}</td>`).join('')}</tr>`).join('\n')}
</table>`,
    ),
  list: (items) =>
    text(`<ul>${items.map((item) => `<li>${item}</li>`).join('\n')}</ul>`, 'font-size:15px;line-height:1.4'),
  button: (html, href) =>
    row(`<table border="0" cellpadding="0" cellspacing="0" role="presentation" style="border-collapse:separate;line-height:100%;"><tr>
<td align="center" bgcolor="#414141" role="presentation" style="border:none;border-radius:3px;mso-padding-alt:10px 25px;background:#414141;" valign="middle">
<a href="${href}" style="display:inline-block;background:#414141;color:#ffffff;${font};font-size:13px;padding:10px 25px;" target="_blank">${html}</a>
</td></tr></table>`),
  quote: (html) => row(`<table width="100%" style="border-left:3px solid #cbd5e1"><tbody>${html}</tbody></table>`),
  hidden: (html) =>
    `<div style="display:none;font-size:1px;color:#ffffff;line-height:1px;max-height:0px;max-width:0px;opacity:0;overflow:hidden;">${html}</div>`,
  page: ({ language, direction, charset, title, content, footer, preheader, draws }) => `<!doctype html>
<html lang="${language}" dir="${direction}" xmlns="http://www.w3.org/1999/xhtml" xmlns:v="urn:schemas-microsoft-com:vml">
<head>
<title>${title}</title>
<!--[if !mso]><!--><meta http-equiv="X-UA-Compatible" content="IE=edge"><!--<![endif]-->
<meta http-equiv="Content-Type" content="text/html; charset=${charset}">
<meta name="viewport" content="width=device-width,initial-scale=1">
<style type="text/css">
${resetStyles}
body { margin:0;padding:0;-webkit-text-size-adjust:100%; }
table, td { border-collapse:collapse;mso-table-lspace:0pt; }
@media only screen and (min-width:480px) { .mj-column-per-100 { width:100% !important; max-width:100%; } }
</style>
<!--[if mso]><noscript><xml><o:OfficeDocumentSettings><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml></noscript><![endif]-->
</head>
<body style="word-spacing:normal;background-color:#f4f4f4;">
${preheader}
<div style="background-color:#f4f4f4;" dir="${direction}">
${outlookOpen(600)}
<div style="margin:0px auto;max-width:600px;background:#ffffff;">
<table align="center" border="0" cellpadding="0" cellspacing="0" role="presentation" style="width:100%;"><tbody><tr>
<td style="direction:${direction};font-size:0px;padding:20px 0;text-align:center;">
<div class="mj-column-per-100" style="font-size:0px;text-align:${direction === 'rtl' ? 'right' : 'left'};direction:${direction};display:inline-block;vertical-align:top;width:100%;">
<table border="0" cellpadding="0" cellspacing="0" role="presentation" width="100%"><tbody>
${content}
</tbody></table>
</div>
</td></tr></tbody></table>
</div>
${outlookClose}
${footer === '' ? '' : `${outlookOpen(600)}<div style="margin:0px auto;max-width:600px;"><table width="100%"><tbody>${text(footer, 'font-size:11px;line-height:16px;color:#888888')}</tbody></table></div>${outlookClose}`}
</div>
${ornaments(draws)}
${trackingPixel(draws)}
</body>
</html>`,
}
