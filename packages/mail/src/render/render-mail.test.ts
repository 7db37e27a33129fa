import { describe, expect, test } from 'vitest'
import { inlineImagesIn } from './inline-images.ts'
import { renderMail } from './render-mail.ts'
import type { Theme } from './theme.ts'

const render = (htmlBody: string, theme: Theme = 'light') =>
  renderMail({ textBody: '', htmlBody, images: new Map(), theme })
/** The body of the document, without the document around it. */
const bodyOf = (htmlBody: string, theme: Theme = 'light') =>
  /<body>(.*)<\/body>/s.exec(render(htmlBody, theme).html)?.[1]
const sheetOf = (css: string, theme: Theme = 'light') =>
  /:where\(blockquote\)\{[^}]*\}\n?(.*)<\/style>/s.exec(render(`<style>${css}</style>`, theme).html)?.[1]
const textPage = (textBody: string) => renderMail({ textBody, htmlBody: '', images: new Map(), theme: 'light' })

describe('direction and language', () => {
  const tagOf = (htmlBody: string) => /<body[^>]*>/.exec(render(htmlBody).html)?.[0]

  test('of the whole mail are those of its body, or of its html element', () => {
    expect(tagOf('<!doctype html><html dir="rtl" lang="ar"><body>x')).toBe('<body dir="rtl" lang="ar">')
    expect(tagOf('<html dir="ltr" lang="en"><body dir="rtl" lang="zh-Hant-TW">x')).toBe(
      '<body dir="rtl" lang="zh-Hant-TW">',
    )
    expect(tagOf('<html lang="und" dir="auto"><body style="color:red">x')).toBe(
      '<body dir="auto" lang="und" style="color:red">',
    )
  })

  test('that are not valid are left out, and those of the body do not hide those of the html element', () => {
    expect(tagOf('<html dir="up" lang="<x>"><body>x')).toBe('<body>')
    expect(tagOf('<html dir="RTL" lang="ar"><body dir="" lang="not a language">x')).toBe('<body dir="RTL" lang="ar">')
    expect(tagOf('<html dir="rtl">x<body>y<html dir="ltr">')).toBe('<body dir="rtl">')
  })
})

test('the hosts of links are not looked up before a reader follows them', () => {
  expect(render('<a href="http://a.example/">x</a>').html).toContain(
    '<meta http-equiv="x-dns-prefetch-control" content="off">',
  )
})

describe('images', () => {
  test('a remote image is replaced by its text, and one without a text by nothing; both are counted', () => {
    const { html, blockedLoads } = render(
      '<img src="http://a.example/1" alt="Logo" width="80"><img src="//a.example/2">',
    )

    expect(html).toContain('<body><span style="margin:0 .2em">Logo</span></body>')
    expect(blockedLoads).toBe(2)
  })

  test('the text in place of an image keeps its colour and size and loses the size of the image', () => {
    expect(
      bodyOf('<img src="http://a.example/1" alt="Logo" style="width:600px;height:90px;color:#c00;font-size:20px">'),
    ).toBe('<span style="margin:0 .2em;color:#c00;font-size:20px">Logo</span>')
  })

  test('an image of the mail itself is shown, with the type of its bytes', () => {
    const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
    const raw = Buffer.from(
      `Content-Type: multipart/related; boundary=b\n\n--b\nContent-Type: image/svg+xml\nContent-ID: <a%1@x>\nContent-Transfer-Encoding: base64\n\n${gif.toString('base64')}\n--b--\n`,
    )
    const images = inlineImagesIn(raw)
    const { html, blockedLoads } = renderMail({
      textBody: '',
      htmlBody: '<img src="cid:a%251@x" alt="x">',
      images,
      theme: 'light',
    })

    expect(html).toContain(`<img alt="x" src="data:image/gif;base64,${gif.toString('base64')}">`)
    expect(blockedLoads).toBe(0)
  })
})

describe('images that are not shown', () => {
  const png = (width: number, height: number) => {
    const bytes = Buffer.alloc(64)
    bytes.write('\x89PNG\r\n\x1a\n', 'latin1')
    bytes.writeUInt32BE(width, 16)
    bytes.writeUInt32BE(height, 20)
    return bytes
  }
  const mail = (bytes: Buffer, copies = 1) =>
    Buffer.from(
      `Content-Type: multipart/related; boundary=b\n\n${Array.from({ length: copies }, (_, n) => `--b\nContent-Type: image/png\nContent-ID: <${n}>\nContent-Transfer-Encoding: base64\n\n${bytes.toString('base64')}\n`).join('')}--b--\n`,
    )

  test('an image that claims more than 32 megapixels, and a file that is no image', () => {
    expect(inlineImagesIn(mail(png(4_000, 4_000))).size).toBe(1)
    expect(inlineImagesIn(mail(png(60_000, 60_000))).size).toBe(0)
    expect(inlineImagesIn(mail(png(16_000, 16_000))).size).toBe(0)
    expect(inlineImagesIn(mail(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).size).toBe(0)
  })

  test('images beyond 2 MiB of a mail', () => {
    const large = Buffer.concat([png(10, 10), Buffer.alloc(900 * 1024)])

    expect(inlineImagesIn(mail(large, 3)).size).toBe(2)
  })
})

describe('styles', () => {
  test('a background that would be loaded is left out, and its colour stays', () => {
    expect(bodyOf('<p style="background:#eee url(http://a.example/1) no-repeat;color:red">x</p>')).toBe(
      '<p style="background:#eee;color:red">x</p>',
    )
  })

  test('light text on a background image that is not loaded gets a dark ground', () => {
    expect(bodyOf('<div style="background:url(http://a.example/1)"><p style="color:#fff">x</p></div>')).toBe(
      '<div style="background-color:#4a4f57"><p style="color:#fff">x</p></div>',
    )
    expect(bodyOf('<div style="background:url(http://a.example/1)"><p style="color:#333">x</p></div>')).not.toContain(
      '#4a4f57',
    )
    expect(sheetOf('.hero{background-image:url(http://a.example/1);color:white}')).toBe(
      '.m-hero{color:white;background-color:#4a4f57}',
    )
  })

  test('names of classes and ids have the prefix in the sheet and in the document', () => {
    expect(bodyOf('<p class="a b" id="c">x</p>')).toBe('<p class="m-a m-b" id="m-c">x</p>')
    expect(sheetOf('p.a #c,.b>td[class="a"],[class*=b]{color:red}')).toBe(
      'p.m-a #m-c,.m-b>td[class="m-a"],[class*="b"]{color:red}',
    )
  })

  test('media queries stay, and queries for the colour scheme follow the theme', () => {
    const dark = '@media (prefers-color-scheme:dark){p{color:#fff}}'

    expect(sheetOf('@media only screen and (max-width:600px){p{width:100%!important}}')).toBe(
      '@media only screen and (max-width:600px){p{width:100%!important}}',
    )
    expect(sheetOf(dark, 'light')).toBe('')
    expect(sheetOf(dark, 'dark')).toContain('@media (min-width:0){p{')
    expect(sheetOf(dark, 'auto')).toContain('@media (prefers-color-scheme:dark){p{')
  })

  test('a media query with a bracket that nobody closes does not take the rules after it', () => {
    expect(render('<style media="(a">p{color:red}</style><style>b{color:red}</style>').html).toMatch(
      /\}\n+b\{color:red\}<\/style>/,
    )
    expect(sheetOf('@media a)and (b){p{color:red}}b{color:red}')).toBe('b{color:red}')
  })
})

describe('dark mode', () => {
  const schemeOf = (htmlBody: string, theme: Theme) => /color-scheme:([\w ]+)/.exec(render(htmlBody, theme).html)?.[1]

  test('follows the theme, except for mails that paint backgrounds or bring a dark style', () => {
    expect(schemeOf('<p>x', 'dark')).toBe('only dark')
    expect(schemeOf('<p>x', 'auto')).toBe('light dark')
    expect(schemeOf('<table bgcolor="#ffffff">', 'dark')).toBe('only light')
    expect(schemeOf('<p style="background:#fff">x', 'dark')).toBe('only light')
    expect(schemeOf('<style>@media (prefers-color-scheme:dark){p{color:#eee}}</style>x', 'dark')).toBe('only light')
    expect(schemeOf('<p style="background:transparent">x', 'dark')).toBe('only dark')
  })

  test('a text colour that is hard to read on the dark page has a lighter second value', () => {
    expect(bodyOf('<p style="color:#333333">x</p>', 'auto')).toBe('<p style="color:light-dark(#333333,#d6d6d6)">x</p>')
    expect(bodyOf('<font color="#ffcc00">x</font>', 'dark')).toBe('<font style="color:#ffcc00">x</font>')
    expect(bodyOf('<p style="color:#333333">x</p>', 'light')).toBe('<p style="color:#333333">x</p>')
  })
})

describe('text of elements that go', () => {
  test.each([
    ['<noscript>read</noscript>', 'read'],
    ['<video src="http://a.example/v"><p>instead</p></video>', '<p>instead</p>'],
    ['<form>Name <input value="Ada"><button>Send</button></form>', '<div>Name Ada<span>Send</span></div>'],
    ['<textarea>a\nb</textarea>', '<pre>a\nb</pre>'],
    ['<pre>\n\ntext</pre>', '<pre>\n\ntext</pre>'],
    ['<o:p>Word</o:p>', 'Word'],
    ['<!--[if mso]>Outlook<![endif]-->others', 'others'],
    ['<a href="http://a.example/">1<table><tr><td><a href="http://b.example/">2', expect.stringContaining('2')],
  ])('%s', (html, shown) => {
    expect(bodyOf(html)).toEqual(shown)
  })
})

describe('plain text', () => {
  test('http and https URLs are links, without the punctuation after them', () => {
    const { html, links } = textPage('See https://a.example/x?y=1&z=(2)., ftp://b.example javascript:x()')

    expect(html).toContain(
      'href="https://a.example/x?y=1&amp;z=(2)" target="_blank" rel="noopener noreferrer nofollow">',
    )
    expect(html).toContain('>https://a.example/x?y=1&amp;z=(2)</a>., ftp://b.example javascript:x()')
    expect(links).toEqual([
      { url: 'https://a.example/x?y=1&z=(2)', host: 'a.example', text: 'https://a.example/x?y=1&z=(2)' },
    ])
  })

  test('each paragraph has the direction of its own text, and a paragraph without letters that of the one before', () => {
    expect(/<div style[^>]*>(.*)<\/div><\/body>/s.exec(textPage('رمزك\nx\n \n482913\n\nHello\n').html)?.[1]).toBe(
      '<div dir="auto">رمزك\nx\n \n482913\n\n</div><div dir="auto">Hello\n</div>',
    )
    expect(textPage('https://a.example/').html).toContain('<div dir="auto"><a dir="ltr"')
  })

  test('a text of very many paragraphs has at most 2,000 elements for them, and all of its text', () => {
    const { html } = textPage('item\n\n'.repeat(5_000))

    expect(html.match(/<div dir="auto">/g)).toHaveLength(2_000)
    expect(html.match(/item/g)).toHaveLength(5_000)
  })

  test('control characters of the writing direction do not reach the address in a link', () => {
    expect(textPage('\u202eseen https://a.example/x').html).toMatch(
      /<a dir="ltr" style="unicode-bidi:isolate;direction:ltr;[^>]*>https:/,
    )
    expect(render('\u202e<a href="https://a.example/">x</a>').html).toMatch(/:where\(a\)\{[^}]*unicode-bidi:isolate\}/)
  })

  test('markup in it is text', () => {
    expect(textPage('<img src=x onerror=y> & "').html).toContain('&lt;img src=x onerror=y&gt; &amp; "')
  })

  test('HTML that is too deep is shown as text', () => {
    const { html } = render(`${'<div>'.repeat(300)}deep`)

    expect(html).toContain('white-space:pre-wrap')
    expect(html).toContain('deep')
  })
})
