import { type Template, trackingPixel } from '../template.ts'

/** Minified HTML: no line breaks, optional tags dropped, inline styles only. */
export const oneLongLine: Template = {
  heading: (html) => `<div style=font-size:18px;font-weight:700;color:#1a1a1a;padding-bottom:12px>${html}</div>`,
  paragraph: (html) => `<div style=font-size:14px;color:#444;padding-bottom:12px>${html}</div>`,
  code: (html) =>
    `<div style="font-size:28px;color:#d6336c;background:#fff0f6;padding:12px 24px;display:inline-block">${html}</div>`,
  table: (rows) =>
    `<table cellpadding=0 cellspacing=0>${rows.map((cells) => `<tr>${cells.map((cell) => `<td style="padding:4px 16px 4px 0">${cell}`).join('')}`).join('')}</table>`,
  list: (items) => items.map((item) => `<div style=padding-left:12px>– ${item}</div>`).join(''),
  button: (html, href) =>
    `<div><a href="${href}" style="color:#fff;background:#228be6;padding:8px 16px;display:inline-block">${html}</a></div>`,
  quote: (html) => `<div style="border-left:2px solid #ccc;padding-left:10px">${html}</div>`,
  hidden: (html) => `<div style="max-height:0;overflow:hidden">${html}</div>`,
  page: ({ language, direction, charset, title, content, footer, preheader, draws }) =>
    `<!doctype html><html lang=${language} dir=${direction}><meta charset=${charset}><title>${title}</title><body style=margin:0;padding:0>${preheader}<table width=100%><tr><td align=center><div style="max-width:480px;margin:0 auto;text-align:start">${content}<div style="font-size:11px;color:#999;border-top:1px solid #eee">${footer}</div></div></table>${trackingPixel(draws)}`.replaceAll(
      '\n',
      ' ',
    ),
}
