import { ornaments, resetStyles } from '../ornaments.ts'
import { type Template, trackingPixel } from '../template.ts'

const block = (inner: string): string =>
  `<table border="0" cellpadding="0" cellspacing="0" width="100%" class="textBlock"><tbody class="textBlockOuter"><tr><td valign="top" class="textBlockInner" style="padding:9px 18px;font-family:Georgia,serif;font-size:16px;color:#202020;line-height:150%">
${inner}
</td></tr></tbody></table>`

/** The blocks of a newsletter tool: a table for each paragraph, a shadow of widths, links through a click counter. */
export const newsletterBlocks: Template = {
  heading: (html) =>
    block(`<h1 class="null" style="display:block;margin:0;font-size:26px;line-height:125%">${html}</h1>`),
  paragraph: (html) => block(html),
  code: (html) =>
    `<table border="0" cellpadding="18" cellspacing="0" width="100%" class="boxedTextBlock" style="background-color:#404040"><tbody><tr><td valign="top" style="color:#F2F2F2;font-family:Helvetica;font-size:24px;text-align:center">${html}</td></tr></tbody></table>`,
  table: (rows) =>
    block(
      `<table border="0" cellpadding="4" cellspacing="0" width="100%">
${rows.map((cells) => `<tr>${cells.map((cell) => `<td width="264" valign="top">${cell}</td>`).join('')}</tr>`).join('\n')}
</table>`,
    ),
  list: (items) => block(`<ul>\n${items.map((item) => `<li>${item}</li>`).join('\n')}\n</ul>`),
  button: (html, href) =>
    `<table border="0" cellpadding="0" cellspacing="0" width="100%" class="buttonBlock"><tbody><tr><td align="center" style="padding:0 18px 18px"><table border="0" cellpadding="0" cellspacing="0" style="border-collapse:separate !important;border-radius:3px;background-color:#2BAADF"><tbody><tr><td align="center" valign="middle" style="padding:15px"><a class="button" title="" href="${href}" target="_blank" style="font-weight:bold;color:#FFFFFF">${html}</a></td></tr></tbody></table></td></tr></tbody></table>`,
  quote: (html) => block(`<blockquote>${html}</blockquote>`),
  hidden: (html) =>
    `<!--*|IF:PREVIEW|*--><span class="previewText" style="display:none; font-size:0px; line-height:0px; max-height:0px; max-width:0px; opacity:0; overflow:hidden; visibility:hidden; mso-hide:all;">${html}</span><!--*|END:IF|*-->`,
  page: ({ language, direction, charset, title, sender, content, footer, preheader, draws }) => `<!doctype html>
<html xmlns="http://www.w3.org/1999/xhtml" lang="${language}">
<head>
<meta charset="${charset}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style type="text/css">
${resetStyles}
#bodyTable{background-color:#FAFAFA}
.templateContainer{max-width:600px !important}
@media only screen and (max-width:480px){.textBlockInner{font-size:18px !important;padding-right:18px !important}}
</style>
</head>
<body dir="${direction}" style="height:100%;margin:0;padding:0;width:100%;background-color:#FAFAFA">
${preheader}
<center>
<table align="center" border="0" cellpadding="0" cellspacing="0" height="100%" width="100%" id="bodyTable"><tr><td align="center" valign="top" id="bodyCell">
<table border="0" cellpadding="0" cellspacing="0" width="100%" class="templateContainer">
<tr><td valign="top" id="templateHeader"><a href="https://news.post.example/track/click?u=${draws.hex('list', 25)}&amp;id=${draws.digits('list', 10)}"><img alt="${sender}" src="https://images.post.example/${draws.digits('logo', 8)}/logo-${draws.digits('size', 3)}x60.png" width="264"></a></td></tr>
<tr><td valign="top" id="templateBody">
${content}
</td></tr>
<tr><td valign="top" id="templateLowerColumns">
${ornaments(draws)}
</td></tr>
<tr><td valign="top" id="templateFooter" style="font-size:12px;color:#656565;text-align:center">
${footer}
</td></tr>
</table>
</td></tr></table>
</center>
${trackingPixel(draws)}
</body>
</html>`,
}
