import { type Template, trackingPixel } from '../template.ts'

const both = (light: string, dark: string): string =>
  `<div class="light-only">${light}</div><!--[if !mso]><!--><div class="dark-only" style="display:none;mso-hide:all;max-height:0;overflow:hidden">${dark}</div><!--<![endif]-->`

/** Headings and codes appear twice, once for each colour scheme; the dark copy is hidden until a style rule shows it. */
export const twoColours: Template = {
  heading: (html) =>
    both(
      `<h2 style="color:#0f172a;font-size:20px">${html}</h2>`,
      `<h2 style="color:#f8fafc;font-size:20px">${html}</h2>`,
    ),
  paragraph: (html) =>
    `<p class="txt" style="margin:0 0 14px 0;color:#334155;font-size:15px;line-height:22px">${html}</p>`,
  code: (html) =>
    both(
      `<p style="font-size:30px;line-height:36px;color:#0f172a;letter-spacing:8px;text-align:center">${html}</p>`,
      `<p style="font-size:30px;line-height:36px;color:#f8fafc;letter-spacing:8px;text-align:center">${html}</p>`,
    ),
  table: (rows) =>
    `<table class="txt" width="100%" style="border-top:1px solid #e2e8f0;margin:0 0 14px">
${rows.map((cells) => `<tr>${cells.map((cell, index) => (index === 0 ? `<th align="left" style="font-weight:400;color:#64748b;padding:6px 12px 6px 0">${cell}</th>` : `<td align="right" style="padding:6px 0">${cell}</td>`)).join('')}</tr>`).join('\n')}
</table>`,
  list: (items) =>
    `<ol style="margin:0 0 14px;padding-left:20px">\n${items.map((item) => `<li class="txt">${item}</li>`).join('\n')}\n</ol>`,
  button: (
    html,
    href,
  ) => `<div style="text-align:center"><!--[if mso]><v:roundrect xmlns:v="urn:schemas-microsoft-com:vml" href="${href}" style="height:44px;v-text-anchor:middle;width:220px;" arcsize="10%" stroke="f" fillcolor="#0EA5E9"><center><![endif]-->
<a href="${href}" style="background-color:#0EA5E9;border-radius:4px;color:#ffffff;display:inline-block;font-size:15px;line-height:44px;text-align:center;width:220px;-webkit-text-size-adjust:none;mso-hide:all">${html}</a>
<!--[if mso]></center></v:roundrect><![endif]--></div>`,
  quote: (html) =>
    `<blockquote type="cite" style="margin:0 0 0 8px;padding-left:8px;border-left:1px solid #94a3b8">${html}</blockquote>`,
  hidden: (html) => `<div style="font-size:0px;line-height:0px;mso-hide:all;color:transparent">${html}</div>`,
  page: ({ language, direction, charset, title, content, footer, preheader, draws }) => `<!DOCTYPE html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="${charset}">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${title}</title>
<style>
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  body { background: #020617 !important; }
  .light-only { display: none !important; }
  .dark-only { display: block !important; max-height: none !important; }
  .txt { color: #cbd5e1 !important; }
}
[data-ogsc] .txt { color: #cbd5e1 !important; }
</style>
</head>
<body style="margin:0;padding:24px;background:#ffffff">
${preheader}
<div role="article" aria-roledescription="email" style="max-width:560px;margin:0 auto">
${content}
${footer === '' ? '' : `<div style="margin-top:32px;font-size:12px;line-height:18px;color:#94a3b8">${footer}</div>`}
</div>
${trackingPixel(draws)}
</body>
</html>`,
}
