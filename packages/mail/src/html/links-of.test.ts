import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { htmlToText, htmlToTextWithLinks } from './html-to-text.ts'
import { LinkCollector } from './link-collector.ts'
import { linksOf } from './links-of.ts'

const ofHtml = (htmlBody: string, textBody = '') => linksOf({ textBody, htmlBody })
const ofText = (textBody: string) => linksOf({ textBody, htmlBody: '' })
const urls = (links: { url: string }[]) => links.map(({ url }) => url)

test('links of HTML are returned in their order, with host and visible text', () => {
  const html = `<p>Hello <a href="https://Shop.Example/verify?a=1&amp;b=2">
      <b>Verify</b> your&nbsp;e-mail<br>address</a>, or
    <table><tr><td><a HREF=' http://help.example:8080/x '>Help</a></td></tr></table>
    <a href="https://münchen.example/">München</a></p>`

  expect(ofHtml(html)).toEqual([
    { url: 'https://Shop.Example/verify?a=1&b=2', host: 'shop.example', text: 'Verify your e-mail address' },
    { url: 'http://help.example:8080/x', host: 'help.example:8080', text: 'Help' },
    { url: 'https://münchen.example/', host: 'xn--mnchen-3ya.example', text: 'München' },
  ])
})

test('only visible links to the web count', () => {
  const html = `
    <a href="mailto:a@b.example">mail</a><a href="javascript:alert(1)">script</a><a href="/relative">relative</a><a>none</a>
    <a href="tel:+1">call</a><a href="https://">nowhere</a><a href="http:no-slashes.example">odd</a><a name="x">anchor</a>
    <div style="display:none"><a href="https://hidden.example/">hidden</a> https://hidden-text.example/</div>
    <a hidden href="https://hidden-too.example/">hidden</a><!-- https://comment.example/ --><style>https://style.example/</style>
    <a href="https://seen.example/">seen</a>`

  expect(urls(ofHtml(html))).toEqual(['https://seen.example/'])
})

test('a link without text is included; several links with one URL have the first text among them', () => {
  const html = `<a href="https://a.example/"><img src="x" alt="Logo"></a> <a href="https://b.example/">first</a>
    <a href="https://A.example">Home</a> <a href="https://b.example/">second</a>`

  expect(ofHtml(html)).toEqual([
    { url: 'https://a.example/', host: 'a.example', text: 'Home' },
    { url: 'https://b.example/', host: 'b.example', text: 'first' },
  ])
})

test('a URL between angle brackets with an escaped ampersand is the link of the HTML, not a second one', () => {
  const html = '<a href="https://a.example/v?a=1&amp;t=2">Verify</a>'

  expect(urls(ofHtml(html, 'Verify <https://a.example/v?a=1&amp;t=2>'))).toEqual(['https://a.example/v?a=1&t=2'])
})

test('of a mail without HTML no URL is taken for the beginning of another one', () => {
  expect(urls(ofText('https://a.example/x/y\nhttps://a.example/x/\ny'))).toEqual([
    'https://a.example/x/y',
    'https://a.example/x/',
  ])
})

test('URLs in a text are found without the punctuation around them', () => {
  const found = {
    'See https://a.example/x.': 'https://a.example/x',
    '(https://a.example/x)': 'https://a.example/x',
    'https://a.example/x_(y)': 'https://a.example/x_(y)',
    '<https://a.example/x?y=1&z=2#f>': 'https://a.example/x?y=1&z=2#f',
    '"https://a.example/x",': 'https://a.example/x',
    'HTTPS://A.EXAMPLE/X!?': 'HTTPS://A.EXAMPLE/X',
    '请访问https://a.example/x。谢谢': 'https://a.example/x',
    'افتح https://a.example/x، أو': 'https://a.example/x',
    '「https://a.example/x」': 'https://a.example/x',
    'a\nhttp://localhost:3000/verify\nb': 'http://localhost:3000/verify',
    '[https://a.example/x]': 'https://a.example/x',
  }

  for (const [text, url] of Object.entries(found)) {
    expect(ofText(text), text).toEqual([{ url, host: URL.parse(url)?.host, text: url }])
  }
  for (const text of [
    'https://',
    'xhttps://a.example',
    'ftp://a.example',
    'https:/a.example',
    'https://?',
    'a.example',
  ]) {
    expect(ofText(text), text).toEqual([])
  }
})

test('an area of an image map is a link with its alternative text, unless it is hidden', () => {
  const html = `<img src="https://cdn.orbit.example/b.png" usemap="#m"><map name="m">
    <area shape="rect" coords="0,0,9,9" alt="Verify" href="https://app.orbit.example/verify?t=77">
    <area style="display:none" href="https://hidden.example/"><area nohref></map>
    <div hidden><map><area href="https://hidden.example/"></map></div>`

  expect(ofHtml(html)).toEqual([
    { url: 'https://app.orbit.example/verify?t=77', host: 'app.orbit.example', text: 'Verify' },
  ])
  expect(htmlToText(html).hasLink).toBe(true)
})

describe('a link without a scheme', () => {
  test('leads to its host by https, or by the scheme of the base', () => {
    expect(urls(ofHtml('<a href="//app.orbit.example/v?t=1">x</a>'))).toEqual(['https://app.orbit.example/v?t=1'])
    expect(urls(ofHtml('<base href="http://b.example/"><a href="//app.orbit.example/v">x</a>'))).toEqual([
      'http://app.orbit.example/v',
    ])
  })

  test('is resolved by the first base that is an absolute URL', () => {
    const html = `<base target="_blank"><base href="/x"><base href="https://app.orbit.example/mail/"><base href="https://b.example/">
      <a href="verify?t=1">1</a><a href="/v?t=2">2</a><a href="../v">3</a><a href="?t=4">4</a><a href="#top">5</a><a href="">6</a>
      <a href="https://c.example/">7</a><area href="map">`

    expect(urls(ofHtml(html))).toEqual([
      'https://app.orbit.example/mail/verify?t=1',
      'https://app.orbit.example/v?t=2',
      'https://app.orbit.example/v',
      'https://app.orbit.example/mail/?t=4',
      'https://c.example/',
      'https://app.orbit.example/mail/map',
    ])
  })

  test('is none without a base, or with one that leads nowhere', () => {
    for (const base of ['', '<base href="x">', '<base href="javascript:x">', '<base href="file:///">', '<base>']) {
      expect(ofHtml(`${base}<a href="verify?t=1">x</a>`), base).toEqual([])
    }
  })
})

test('links of apps are links without a host, in HTML and in texts', () => {
  const link = { url: 'myapp://verify/77?token=abc_', host: '' }

  expect(ofHtml('<a href="myapp://verify/77?token=abc_">Open</a>')).toEqual([{ ...link, text: 'Open' }])
  expect(ofText('Open myapp://verify/77?token=abc_')).toEqual([{ ...link, text: link.url }])
  expect(htmlToText('<a href="myapp://verify">Open</a>').hasLink).toBe(true)
  expect(ofHtml('<a href="ftp://a.example/">x</a><a href="javascript://a">x</a><a href="app:x">x</a>')).toEqual([])
})

describe('one link in two forms is one link', () => {
  test.each([
    ['https://a.example/x?a=1&amp;b=2', 'https://a.example/x?a=1&b=2'],
    ['https://a.example/x?a=1&amp;b=2', 'https://a.example/x?a=1&amp;b=2'],
    ['https://a.example/a%7Cb?q=%7Bx%7D', 'https://a.example/a|b?q={x}'],
    ['https://a.example/%7euser', 'https://a.example/~user'],
    ['https://a.example/a%2fb', 'https://a.example/a%2Fb'],
    ['https://a.example/gr%C3%B6%C3%9Fe', 'https://a.example/größe'],
    ['https://xn--bcher-kva.example/', 'https://bücher.example'],
    ['HTTPS://A.example:443', 'https://a.example/'],
    ['https://a.example/x_', '<https://a.example/x_>'],
    ['https://a.example/verify?token=abcdef', '<https://a.example/verify?\n token=abcdef>'],
    ['https://a.example/verify?token=abcdef', 'https://a.example/verify?\ntoken=abcdef\n'],
    ['https://a.example/verify?token=abcdef-', 'https://a.example/verify?token=ab\n cde\nf-\nThanks'],
  ])('%s in HTML and %s in the text', (href, text) => {
    expect(ofHtml(`<a href="${href}">Go</a>`, `Go:\n${text}`).map((link) => link.text)).toEqual(['Go'])
  })

  test('and other links stay', () => {
    expect(
      urls(
        ofHtml('<a href="https://a.example/x">Go</a>', 'https://a.example/X https://a.example/x/ http://a.example/x'),
      ),
    ).toHaveLength(4)
    expect(urls(ofHtml('<a href="https://a.example/a%26b">Go</a>', 'https://a.example/a&b'))).toHaveLength(2)
  })
})

test('URLs that only the text body has come after the links of the HTML', () => {
  const html = '<a href="https://a.example/">A</a> or type https://c.example/typed'
  const text = 'https://b.example/ https://a.example/'

  expect(urls(ofHtml(html, text))).toEqual(['https://a.example/', 'https://c.example/typed', 'https://b.example/'])
})

test('a URL in the text of a link is not a link itself, neither in the HTML nor in the text rendered from it', () => {
  const html =
    '<a href="https://track.example/1">https://shop.example/</a><a href="https://track.example/1">https://x.example/</a>'

  expect(ofHtml(html, htmlToText(html).text)).toEqual([
    { url: 'https://track.example/1', host: 'track.example', text: 'https://shop.example/' },
  ])
})

test('a link ends at its end tag, even if elements inside it are still open', () => {
  const html = '<a href="https://a.example/">Go <b>now</a> see https://b.example/x <i>or</i></b> https://c.example/'
  const broken = '<a href="https://d.example/"><font>Verify</a><br><font>Second https://e.example/'
  const inCell =
    '<a href="https://f.example/">out <table><tr><td><a href="https://g.example/">in <b>side</a> rest</b></table> end</a>'

  expect(ofHtml(html).map(({ url, text }) => [url, text])).toEqual([
    ['https://a.example/', 'Go now'],
    ['https://b.example/x', 'https://b.example/x'],
    ['https://c.example/', 'https://c.example/'],
  ])
  expect(ofHtml(broken).map(({ text }) => text)).toEqual(['Verify', 'https://e.example/'])
  expect(ofHtml(inCell).map(({ text }) => text)).toEqual(['out rest end', 'in side'])
})

test('with any nesting of formatting, the text of a link is the text between its tags, and URLs outside are links', () => {
  const tag = fc.constantFrom(
    '<b>',
    '</b>',
    '<i>',
    '</i>',
    '<font>',
    '</font>',
    '<u>',
    '</u>',
    '<span>',
    '<div>',
    '<br>',
  )
  const filler = fc.array(tag, { maxLength: 6 }).map((tags) => tags.join(''))
  const link = fc.record({ isLink: fc.boolean(), isClosed: fc.boolean(), fillers: fc.tuple(filler, filler, filler) })

  fc.assert(
    fc.property(fc.array(link, { maxLength: 12 }), (links) => {
      // A link without an end tag is ended by the next link.
      const html = links.map(({ isLink, isClosed, fillers: [before, inside, behind] }, n) => {
        const end = isClosed || !links[n + 1]?.isLink ? '</a>' : ''
        const written = `<a href="https://a.example/${n}">one${before} ${inside}two${behind}${end}`
        return isLink ? written : `${before} https://text.example/${n} ${inside}`
      })

      expect(ofHtml(html.join('')).map(({ url, text }) => [url, text])).toEqual(
        links.map(({ isLink }, n) =>
          isLink ? [`https://a.example/${n}`, 'one two'] : [`https://text.example/${n}`, `https://text.example/${n}`],
        ),
      )
    }),
  )
})

test('ending a link takes steps for the elements inside it, not for those around it', () => {
  const workOn = (html: string) => {
    const work = { steps: 0 }
    htmlToTextWithLinks(html, new LinkCollector(), { work })
    return work.steps
  }
  const links = '<a href="https://a.example/">x<i>y</a></i>'.repeat(4_000)
  const formatting = '<b>'.repeat(400)

  expect(workOn(formatting + links)).toBeLessThan(workOn(links) * 1.1)
  expect(workOn(`<a href="https://a.example/">${formatting}</a>`)).toBeGreaterThanOrEqual(400)
})

test('there are at most 1,000 links, and the lengths of URL and text are limited', () => {
  const many = Array.from({ length: 3_000 }, (_, n) => `<a href="https://a.example/${n}">${n}</a>`).join('')
  const long = `<a href="https://a.example/${'x'.repeat(9_000)}">too long</a><a href="https://b.example/">${'word '.repeat(9_000)}</a>`

  expect(ofHtml(many)).toHaveLength(1_000)
  expect(ofHtml(many).at(-1)?.url).toBe('https://a.example/999')
  const [only, ...others] = ofHtml(long)
  expect(others).toEqual([])
  expect(only?.url).toBe('https://b.example/')
  expect(only?.text).toHaveLength(500)
})

test('for any bodies, every link has an http or https URL and well-formed text on one line', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      '<a href="',
      '">',
      '</a>',
      'https://',
      'http://a.example/',
      '<td>',
      '</td>',
      '&amp;',
      '<b>',
      '(',
      ')',
      '\n',
      "'",
    ),
  )
  const body = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''))
  fc.assert(
    fc.property(body, body, (textBody, htmlBody) => {
      for (const { url, host, text } of linksOf({ textBody, htmlBody })) {
        expect(URL.parse(url)?.protocol).toMatch(/^https?:$/)
        expect(URL.parse(url)?.host).toBe(host)
        expect(text.isWellFormed()).toBe(true)
        expect(text).not.toMatch(/[\r\n\t]/)
      }
    }),
  )
})
