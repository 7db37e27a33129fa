import { describe, expect, test } from 'vitest'
import { renderMail } from './render-mail.ts'

const render = (htmlBody: string) => renderMail({ textBody: '', htmlBody, images: new Map(), theme: 'light' })
/** The body of the document, without the document around it. */
const bodyOf = (htmlBody: string) => /<body>(.*)<\/body>/s.exec(render(htmlBody).html)?.[1]
const textPage = (textBody: string) => renderMail({ textBody, htmlBody: '', images: new Map(), theme: 'light' })

describe('links', () => {
  test('a link opens apart from the page, without opener and referrer, and is listed with its text and host', () => {
    const { html, links } = render('<a href=" HTTPS://Shop.example/a?b=1&amp;c=2 ">Your <b>order</b></a>')

    expect(html).toContain(
      '<a href="https://shop.example/a?b=1&amp;c=2" target="_blank" rel="noopener noreferrer nofollow">Your <b>order</b></a>',
    )
    expect(links).toEqual([{ url: 'HTTPS://Shop.example/a?b=1&c=2', host: 'shop.example', text: 'Your order' }])
  })

  test('mailto and tel links are listed too, with an empty host', () => {
    const { links } = render('<a href="mailto:a@b.example?subject=x">mail</a> <a href="tel:+4912">call</a>')

    expect(links).toEqual([
      { url: 'mailto:a@b.example?subject=x', host: '', text: 'mail' },
      { url: 'tel:+4912', host: '', text: 'call' },
    ])
  })

  test('links of apps and areas of image maps are listed, and the document opens none of them', () => {
    const { html, links } = render(
      '<a href="myapp://verify?t=1_">Open</a><map><area href="https://a.example/v?t=77" alt="Verify"><area style="display:none" href="https://b.example/"></map> myapp://x',
    )

    expect(links).toEqual([
      { url: 'myapp://verify?t=1_', host: '', text: 'Open' },
      { url: 'https://a.example/v?t=77', host: 'a.example', text: 'Verify' },
      { url: 'myapp://x', host: '', text: 'myapp://x' },
    ])
    expect(html).not.toContain('href=')
  })

  test('a link without a scheme leads to its host, or where the base of the mail says', () => {
    expect(bodyOf('<a href="//a.example/x">x</a>')).toContain('href="https://a.example/x"')
    expect(bodyOf('<base href="https://a.example/m/"><a href="x?t=1">x</a>')).toContain(
      'href="https://a.example/m/x?t=1"',
    )
    expect(bodyOf('<a href="x">x</a>')).toBe('<a>x</a>')
  })

  test('mailto and tel stay, and every other scheme leaves only the text', () => {
    expect(bodyOf('<a href="mailto:a@b.example">mail</a>')).toContain('href="mailto:a@b.example"')
    expect(bodyOf('<a href="tel:+4912">call</a>')).toContain('href="tel:+4912"')
    expect(bodyOf('<a href="javascript:x()">run</a><a href="#top">up</a>')).toBe('<a>run</a><a>up</a>')
  })
})

describe('URLs in the text of HTML', () => {
  const link = (url: string, text = url) =>
    `<a dir="ltr" style="color:inherit" href="${url}" target="_blank" rel="noopener noreferrer nofollow">${text}</a>`

  test('are links with the colour of their text, without the punctuation after them, and are listed', () => {
    const { html, links } = render('<p>Go to <b>https://a.example/x?y=1&amp;z=(2)</b>. Or (http://b.example/).</p>')

    expect(html).toContain(
      `<p>Go to <b>${link('https://a.example/x?y=1&amp;z=(2)')}</b>. Or (${link('http://b.example/')}).</p>`,
    )
    expect(links.map(({ url, text }) => [url, text])).toEqual([
      ['https://a.example/x?y=1&z=(2)', 'https://a.example/x?y=1&z=(2)'],
      ['http://b.example/', 'http://b.example/'],
    ])
  })

  test('in a link, or in an anchor without a URL, stay text, however deep they are', () => {
    const inside = '<table><tbody><tr><td>https://b.example/</td></tr></tbody></table>'

    expect(bodyOf(`<a href="https://a.example/">${inside}</a>`)).toContain(inside)
    expect(bodyOf(`<a name="x">${inside}</a>`)).toBe(`<a name="m-x">${inside}</a>`)
  })

  test('of other schemes and in hidden elements stay text', () => {
    const html = '<p>ftp://a.example javascript:x()</p><p style="display:none">https://a.example/</p>'

    expect(bodyOf(html)).toBe(html)
  })

  test('are links up to the thousandth, in plain text as in HTML', () => {
    const text = Array.from({ length: 1_500 }, (_, n) => `https://a.example/${n}`).join(' ')

    for (const { html } of [render(`<p>${text}</p>`), textPage(text)]) {
      expect(html.match(/<a /g)).toHaveLength(1_000)
      expect(html).toContain('>https://a.example/999</a> https://a.example/1000 ')
    }
  })
})
