import type { Template } from '../template.ts'

/** Textbook HTML5: header, article, section, definition lists, and hardly any style. */
export const documentOutline: Template = {
  heading: (html) => `<h2>${html}</h2>`,
  paragraph: (html) => `<p>${html}</p>`,
  code: (html) => `<figure><code>${html}</code></figure>`,
  table: (rows) =>
    `<dl>\n${rows.map(([term = '', ...details]) => `<dt>${term}</dt>\n${details.map((detail) => `<dd>${detail}</dd>`).join('\n')}`).join('\n')}\n</dl>`,
  list: (items) => `<ol>\n${items.map((item) => `  <li><p>${item}</p></li>`).join('\n')}\n</ol>`,
  button: (html, href) => `<p><a href="${href}" rel="noopener">${html}</a></p>`,
  quote: (html) => `<blockquote>\n${html}\n</blockquote>`,
  hidden: (html) => `<p hidden>${html}</p>`,
  page: ({ language, direction, charset, title, sender, content, footer, preheader }) => `<!doctype html>
<html lang="${language}" dir="${direction}">
<meta charset="${charset}">
<title>${title}</title>
${preheader}
<header><strong>${sender}</strong></header>
<main>
<article>
<section>
${content}
</section>
</article>
</main>
${footer === '' ? '' : `<footer><small>${footer}</small></footer>`}
</html>`,
}
