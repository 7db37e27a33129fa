import { type Template, trackingPixel } from '../template.ts'

/** Divs with the class names of a CSS grid, which live in a style block full of numbers. */
export const gridClasses: Template = {
  heading: (html) => `<div class="row"><div class="col-12"><h2 class="mb-3 text-dark">${html}</h2></div></div>`,
  paragraph: (html) => `<div class="row"><div class="col-12"><p class="lead mb-2">${html}</p></div></div>`,
  code: (html) =>
    `<div class="row justify-content-center"><div class="col-8 text-center"><div class="code-box p-4 bg-light">${html}</div></div></div>`,
  table: (rows) =>
    rows
      .map(
        (cells) =>
          `<div class="row border-bottom py-2">${cells.map((cell, index) => `<div class="col-${index === 0 ? '5 text-muted' : '7'}">${cell}</div>`).join('')}</div>`,
      )
      .join('\n'),
  list: (items) =>
    `<ul class="list-unstyled">\n${items.map((item) => `<li class="mb-1">${item}</li>`).join('\n')}\n</ul>`,
  button: (html, href) =>
    `<div class="text-center my-4"><a class="btn btn-primary btn-lg" href="${href}">${html}</a></div>`,
  quote: (html) => `<blockquote class="blockquote border-left pl-3">${html}</blockquote>`,
  hidden: (html) =>
    `<span class="preheader" style="display:none !important;visibility:hidden;mso-hide:all">${html}</span>`,
  page: ({ language, direction, charset, title, sender, content, footer, preheader, draws }) => `<!DOCTYPE html>
<html lang="${language}"${direction === 'rtl' ? ' dir="rtl"' : ''}>
<head>
<meta charset="${charset}">
<title>${title}</title>
<style>
:root{--blue:#007bff;--gray-900:#212529}
.container{max-width:1140px;margin:0 auto;padding:0 15px}
.row{display:flex;flex-wrap:wrap;margin:0 -15px}
.col-12{flex:0 0 100%;max-width:100%}.col-8{max-width:66.666667%}.col-7{max-width:58.333333%}.col-5{max-width:41.666667%}
.code-box{font:700 2.25rem/1.2 monospace;letter-spacing:.35em;color:#343a40;background-color:#e9ecef}
.btn-primary{color:#fff;background-color:#007bff;border-color:#006fe6}
.text-muted{color:#6c757d!important}
@media (prefers-color-scheme:dark){body{background:#121212!important;color:#e0e0e0!important}}
</style>
</head>
<body class="bg-white">
${preheader}
<div class="container">
<nav class="navbar navbar-light"><span class="navbar-brand">${sender}</span></nav>
<main role="main">
${content}
</main>
${footer === '' ? '' : `<hr class="my-4">\n<footer class="small text-muted"><p>${footer}</p></footer>`}
</div>
${trackingPixel(draws)}
</body>
</html>`,
}
