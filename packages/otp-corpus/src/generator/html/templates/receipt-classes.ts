import { ornaments, resetStyles } from '../ornaments.ts'
import { type Template, trackingPixel } from '../template.ts'

/** The classic transactional mail: wrapper tables with class names, attributes in a grey box, a sub-copy with the bare link. */
export const receiptClasses: Template = {
  heading: (html) => `<h1>${html}</h1>`,
  paragraph: (html) => `<p>${html}</p>`,
  code: (html) =>
    `<table class="attributes" width="100%" cellpadding="0" cellspacing="0" role="presentation"><tr><td class="attributes_content"><p class="align-center"><span class="f-fallback code">${html}</span></p></td></tr></table>`,
  table: (rows) =>
    `<table class="purchase" width="100%" cellpadding="0" cellspacing="0" role="presentation">
${rows
  .map(
    (cells) =>
      `<tr>${cells.map((cell, index) => `<td width="${index === 0 ? '60%' : '40%'}" class="${index === 0 ? 'purchase_item' : 'align-right'}"><span class="f-fallback">${cell}</span></td>`).join('')}</tr>`,
  )
  .join('\n')}
</table>`,
  list: (items) => `<ul>\n${items.map((item) => `  <li>${item}</li>`).join('\n')}\n</ul>`,
  button: (
    html,
    href,
  ) => `<table class="body-action" align="center" width="100%" cellpadding="0" cellspacing="0" role="presentation"><tr><td align="center">
<a href="${href}" class="f-fallback button button--green" target="_blank">${html}</a>
</td></tr></table>
<table class="body-sub" role="presentation"><tr><td><p class="f-fallback sub">${href}</p></td></tr></table>`,
  quote: (html) =>
    `<table class="quoted" width="100%"><tr><td style="padding-left:20px;border-left:2px solid #EAEAEC">${html}</td></tr></table>`,
  hidden: (html) =>
    `<span class="preheader" style="display: none !important; visibility: hidden; font-size: 1px; line-height: 1px; max-height: 0; max-width: 0; opacity: 0; overflow: hidden;">${html}</span>`,
  page: ({
    language,
    direction,
    charset,
    title,
    sender,
    content,
    footer,
    preheader,
    draws,
  }) => `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html xmlns="http://www.w3.org/1999/xhtml" lang="${language}"${direction === 'rtl' ? ' dir="rtl"' : ''}>
<head>
<meta name="x-apple-disable-message-reformatting" />
<meta http-equiv="Content-Type" content="text/html; charset=${charset}" />
<title>${title}</title>
<style type="text/css" rel="stylesheet" media="all">
${resetStyles}
body { width: 100% !important; height: 100%; margin: 0; background-color: #F2F4F6; color: #51545E; }
h1 { margin-top: 0; color: #333333; font-size: 22px; }
.button { background-color: #3869D4; border: 10px solid #3869D4; color: #FFF; }
.button--green { background-color: #22BC66; border: 10px solid #22BC66; }
.attributes_content { background-color: #F4F4F7; padding: 16px; }
.code { font-size: 28px; font-weight: bold; letter-spacing: 4px; }
@media only screen and (max-width: 600px) { .email-body_inner { width: 100% !important; } }
@media (prefers-color-scheme: dark) { body, .email-body { background-color: #333333 !important; color: #FFF !important; } }
</style>
<!--[if mso]><style type="text/css">.f-fallback { font-family: Arial, sans-serif; }</style><![endif]-->
</head>
<body>
${preheader}
<table class="email-wrapper" width="100%" cellpadding="0" cellspacing="0" role="presentation"><tr><td align="center">
<table class="email-content" width="100%" cellpadding="0" cellspacing="0" role="presentation">
<tr><td class="email-masthead"><a href="https://www.post.example/?s=${draws.digits('masthead', 8)}" class="f-fallback email-masthead_name">${sender}</a></td></tr>
<tr><td class="email-body" width="570"><table class="email-body_inner" align="center" width="570" role="presentation"><tr><td class="content-cell"><div class="f-fallback">
${content}
</div></td></tr></table></td></tr>
${footer === '' ? '' : `<tr><td><table class="email-footer" align="center" width="570"><tr><td class="content-cell" align="center"><p class="f-fallback sub align-center">${footer}</p></td></tr></table></td></tr>`}
</table>
</td></tr></table>
${ornaments(draws)}
${trackingPixel(draws)}
</body>
</html>`,
}
