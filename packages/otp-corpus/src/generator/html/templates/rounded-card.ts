import { ornaments } from '../ornaments.ts'
import { type Template, trackingPixel } from '../template.ts'

/** A card on grey, with the code large and letter-spaced in a box. */
export const roundedCard: Template = {
  heading: (html) =>
    `<h1 style="margin:0 0 16px;font-size:24px;line-height:32px;font-weight:600;color:#111827">${html}</h1>`,
  paragraph: (html) => `<p style="margin:0 0 16px;font-size:16px;line-height:24px;color:#374151">${html}</p>`,
  code: (html) =>
    `<div style="margin:24px 0;padding:16px;border-radius:12px;background:#f3f4f6;text-align:center"><div style="font-size:40px;line-height:48px;font-weight:700;letter-spacing:0.3em;font-family:ui-monospace,Menlo,monospace;color:#111827">${html}</div></div>`,
  table: (rows) =>
    `<div style="margin:0 0 16px;padding:12px 16px;border:1px solid #e5e7eb;border-radius:8px">
${rows
  .map(
    (cells) =>
      `<div style="font-size:14px;line-height:22px">${cells.map((cell, index) => `<span style="${index === 0 ? 'color:#6b7280' : 'color:#111827;font-weight:500'}">${cell}</span>`).join(' ')}</div>`,
  )
  .join('\n')}
</div>`,
  list: (items) =>
    items
      .map(
        (item) =>
          `<div style="margin:0 0 8px;padding-left:16px;font-size:16px;line-height:24px">&bull;&nbsp;${item}</div>`,
      )
      .join('\n'),
  button: (html, href) =>
    `<a href="${href}" style="display:block;margin:0 0 16px;padding:12px 20px;border-radius:8px;background:#4f46e5;color:#ffffff;text-align:center;text-decoration:none;font-weight:600">${html}</a>`,
  quote: (html) => `<div style="margin:0 0 16px;padding-left:12px;border-left:4px solid #d1d5db">${html}</div>`,
  hidden: (html) =>
    `<div style="display:none;overflow:hidden;line-height:1px;opacity:0;max-height:0;max-width:0">${html}</div>`,
  page: ({ language, direction, charset, title, sender, content, footer, preheader, draws }) => `<!DOCTYPE html>
<html dir="${direction}" lang="${language}">
<head>
<meta content="text/html; charset=${charset}" http-equiv="Content-Type">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
</head>
${preheader}
<body style="margin:0;background-color:#f9fafb;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',sans-serif">
<table align="center" width="100%" border="0" cellpadding="0" cellspacing="0" role="presentation" style="max-width:37.5em;margin:40px auto;padding:32px;background:#ffffff;border-radius:16px">
<tbody><tr style="width:100%"><td>
<p style="margin:0 0 24px;font-size:14px;font-weight:700;color:#4f46e5">${sender}</p>
${content}
</td></tr></tbody>
</table>
${footer === '' ? '' : `<p style="margin:0 auto 40px;max-width:37.5em;font-size:12px;line-height:18px;color:#9ca3af;text-align:center">${footer}</p>`}
${ornaments(draws)}
${trackingPixel(draws)}
</body>
</html>`,
}
