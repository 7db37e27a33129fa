import type { Template } from '../template.ts'

const normal = (html: string): string =>
  `<p class=MsoNormal style='margin-bottom:12.0pt'><span style='font-size:11.0pt;font-family:"Calibri",sans-serif'>${html}<o:p></o:p></span></p>`

/** The HTML of a word processor: unquoted attributes, styles in points, empty paragraphs with `o:p`. */
export const wordProcessor: Template = {
  heading: (html) => normal(`<b><span style='font-size:14.0pt;color:#1F4E79'>${html}</span></b>`),
  paragraph: normal,
  code: (html) =>
    `<p class=MsoNormal align=center style='text-align:center'><b><span style='font-size:20.0pt;font-family:"Consolas"'>${html}<o:p></o:p></span></b></p>`,
  table: (
    rows,
  ) => `<table class=MsoTableGrid border=1 cellspacing=0 cellpadding=0 style='border-collapse:collapse;border:none'>
${rows
  .map(
    (cells) =>
      `<tr style='height:15.75pt'>${cells.map((cell) => `<td width=312 valign=top style='width:233.75pt;border:solid windowtext 1.0pt;padding:0cm 5.4pt 0cm 5.4pt'>${normal(cell)}</td>`).join('')}</tr>`,
  )
  .join('\n')}
</table>`,
  list: (items) =>
    items
      .map(
        (item) =>
          `<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span><![endif]>${item}<o:p></o:p></p>`,
      )
      .join('\n'),
  button: (html, href) => normal(`<a href="${href}">${html}</a>`),
  quote: (html) => `<div style='border:none;border-left:solid blue 1.5pt;padding:0cm 0cm 0cm 4.0pt'>\n${html}\n</div>`,
  hidden: (html) => `<p class=MsoNormal><span style='display:none;mso-hide:all'>${html}<o:p></o:p></span></p>`,
  page: ({
    language,
    direction,
    charset,
    content,
    footer,
    preheader,
  }) => `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40">
<head>
<meta http-equiv=Content-Type content="text/html; charset=${charset}">
<meta name=Generator content="Letter 15 (filtered medium)">
<style><!--
@font-face {font-family:Calibri; panose-1:2 15 5 2 2 2 4 3 2 4;}
p.MsoNormal, li.MsoNormal {margin:0cm; font-size:11.0pt; color:#1F1F1F;}
@page WordSection1 {size:595.3pt 841.9pt; margin:72.0pt 72.0pt 72.0pt 72.0pt;}
--></style>
</head>
<body lang=${language.toUpperCase()} link="#0563C1" vlink="#954F72" style='word-wrap:break-word'>
<div class=WordSection1${direction === 'rtl' ? ' dir=RTL' : ''}>
${preheader}
${content}
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
${footer === '' ? '' : normal(`<span style='font-size:8.0pt;color:gray'>${footer}</span>`)}
</div>
</body>
</html>`,
}
