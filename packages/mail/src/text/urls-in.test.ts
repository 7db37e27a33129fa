import { describe, expect, test } from 'vitest'
import { urlsIn } from './urls-in.ts'

const urls = (text: string) => urlsIn(text).map(({ url }) => url)
const token = 'https://app.orbit.example/verify?token=Zk3vQ9r2bT8'

describe('a mark at the end of a URL', () => {
  test.each(['_', '~', '-', '=', '/', '==', '__', '-_'])('belongs to it: %s', (marks) => {
    const url = `${token}${marks}`

    for (const text of [url, `Go to ${url} now`, `(${url})`, `<${url}>`, `"${url}"`, `${url}.`, `a_b ${url}\n- next`]) {
      expect(urls(text), text).toEqual([url])
    }
  })

  test.each(['_', '~', '-', '=', '/', '__', '~~', '---'])('does not if it stands before the URL too: %s', (mark) => {
    expect(urls(`${mark}${token}${mark}`)).toEqual([token])
    expect(urls(`See ${mark}${token}${mark}.`)).toEqual([token])
  })

  test('belongs to the URL where only some of them stand before it', () => {
    expect(urls(`_${token}__`)).toEqual([`${token}_`])
    expect(urls(`*_${token}_*`)).toEqual([token])
    expect(urls(`- ${token}-`)).toEqual([`${token}-`])
  })

  test('that ends emphasised words does not belong to the URL in them', () => {
    expect(urls(`_Confirm here: ${token}_`)).toEqual([token])
    expect(urls(`_Note:_ open ${token}_`)).toEqual([`${token}_`])
  })

  test.each(['.', ',', ';', ':', '!', '?', '…', '*', '**', '|', "'", '’', '?!', '.”'])('never does: %s', (marks) => {
    expect(urls(`${token}${marks} and on`)).toEqual([token])
  })

  test('that is an apostrophe belongs to it only as the second of a pair inside', () => {
    expect(urls(`'${token}'`)).toEqual([token])
    expect(urls(`${token}&q='x'`)).toEqual([`${token}&q='x'`])
    expect(urls(`${token}&q=it's, or`)).toEqual([`${token}&q=it's`])
  })
})

describe('brackets', () => {
  test.each(['x_(y)', 'x(y)z', 'a|b', 'a|b|c', '{id}/x', 'x?a[]=1&b[c]=2', '(a(b))', '{{token}}/x'])(
    'that are balanced, and bars, are a part of a URL: %s',
    (path) => {
      const url = `https://a.example/${path}`

      for (const text of [url, `(${url})`, `[${url}]`, `{${url}}`, `${url}.`]) expect(urls(text), text).toEqual([url])
    },
  )

  test('around a URL are none, with words behind them too', () => {
    expect(urls('(see https://a.example/x)and')).toEqual(['https://a.example/x'])
    expect(urls('[https://a.example/x]: there')).toEqual(['https://a.example/x'])
    expect(urls('(https://a.example/x).')).toEqual(['https://a.example/x'])
  })

  test('that close nothing are a part of a query that goes on', () => {
    expect(urls('https://a.example/?f=a)b&t=1')).toEqual(['https://a.example/?f=a)b&t=1'])
    expect(urls('(see https://a.example/?f=a)b')).toEqual(['https://a.example/?f=a'])
    expect(urls('(https://a.example/?f=a)&quot;')).toEqual(['https://a.example/?f=a'])
  })

  test('or bars around the cells of a table end a URL', () => {
    expect(urls('|https://a.example/x|ok|')).toEqual(['https://a.example/x'])
    expect(urls('| https://a.example/x|ok|')).toEqual(['https://a.example/x'])
  })

  test('of Markdown, of BBCode and of HTML that is left in a text end a URL', () => {
    expect(urls('[Confirm](https://a.example/x_y)')).toEqual(['https://a.example/x_y'])
    expect(urls('[https://a.example/x](https://a.example/y "Title")')).toEqual([
      'https://a.example/x',
      'https://a.example/y',
    ])
    expect(urls('**[Confirm](https://a.example/x)**')).toEqual(['https://a.example/x'])
    expect(urls('![Logo](https://a.example/logo.png)')).toEqual(['https://a.example/logo.png'])
    expect(urls('`https://a.example/x`')).toEqual(['https://a.example/x'])
    expect(urls('[url]https://a.example/x[/url] [url=https://a.example/y]y[/url]')).toEqual([
      'https://a.example/x',
      'https://a.example/y',
    ])
    expect(urls(`<a href="https://a.example/x">x</a> <a href='https://a.example/y'>y</a>`)).toEqual([
      'https://a.example/x',
      'https://a.example/y',
    ])
    expect(urls('&lt;https://a.example/x&gt; &quot;https://a.example/y&quot;')).toEqual([
      'https://a.example/x',
      'https://a.example/y',
    ])
  })
})

describe('angle brackets around a URL (RFC 3986 appendix C)', () => {
  test.each([
    ['over two lines', '<https://app.orbit.example/verify?token=abc\ndef>'],
    ['with spaces at the break', '<https://app.orbit.example/verify?  \n   token=abcdef>'],
    ['over three lines', '<https://app.orbit.example/\nverify?token=abc\ndef>'],
    ['closed on a line of its own', '<https://app.orbit.example/verify?token=abcdef\n>'],
    ['with the prefix', '<URL:https://app.orbit.example/verify?token=abcdef>'],
    ['with the prefix, over lines', '<URL: https://app.orbit.example/verify\n ?token=abcdef>'],
    ['in a quoted reply', '> <https://app.orbit.example/verify?\n> token=abcdef>'],
    ['in lines that were joined before', '<https://app.orbit.example/verify? token=abcdef>'],
  ])('%s: the whole URL, without white space', (_, text) => {
    const url = 'https://app.orbit.example/verify?token=abcdef'

    expect(urls(`Confirm:\n\n${text}\n\nThanks`)).toEqual([url])
  })

  test('that do not close, or hold more than a URL, join nothing', () => {
    expect(urls('<https://a.example/x\nand more')).toEqual(['https://a.example/x'])
    expect(urls('<https://a.example/x or call us>')).toEqual(['https://a.example/x'])
    expect(urls('<https://a.example/x 24h>')).toEqual(['https://a.example/x'])
    expect(urls('<https://a.example/1 https://b.example/2>')).toEqual(['https://a.example/1', 'https://b.example/2'])
    expect(urls('<https://a.example/?u= https://b.example/2>')).toEqual([
      'https://a.example/?u=',
      'https://b.example/2',
    ])
    expect(urls('<https://a.example/x\n\ny>')).toEqual(['https://a.example/x'])
    expect(urls('<https://a.example/x\n<b@c.example>')).toEqual(['https://a.example/x'])
  })

  test('never make another host by joining words', () => {
    expect(urls('<https://bank.example 2@evil.example/>')).toEqual(['https://bank.example'])
    expect(urls('<https://bank.example =@evil.example/>')).toEqual(['https://bank.example'])
  })

  test('keep the mark before them', () => {
    expect(urls('<https://a.example/x.>, <https://a.example/y>')).toEqual([
      'https://a.example/x.',
      'https://a.example/y',
    ])
  })

  test('a URL over lines without brackets ends with its line', () => {
    expect(urls('https://a.example/x?y=\nz')).toEqual(['https://a.example/x?y='])
  })
})

describe('text of other scripts', () => {
  test.each([
    '。',
    '、',
    '，',
    '．',
    '！',
    '？',
    '：',
    '；',
    '」',
    '』',
    '】',
    '〕',
    '》',
    '）',
    '　',
    '，谢谢',
    '～',
    '﹐',
    '”',
    '»',
    '،',
    '؛',
    '؟',
    '।',
  ])('a mark ends a URL: %s', (mark) => {
    expect(urls(`${token}${mark}482913`)).toEqual([token])
    expect(urls(`「${token}_${mark}`)).toEqual([`${token}_`])
  })

  test('a sentence that goes on without a space ends it', () => {
    expect(urls('请点击https://a.example/x?t=1完成验证')).toEqual(['https://a.example/x?t=1'])
    expect(urls('https://a.example/xをクリックしてください')).toEqual(['https://a.example/x'])
    expect(urls('https://a.example/x에서 확인')).toEqual(['https://a.example/x'])
    expect(urls('https://a.exampleを開く')).toEqual(['https://a.example'])
    expect(urls('（https://a.example/x）をクリック')).toEqual(['https://a.example/x'])
  })

  test('letters of other scripts in host and path are a part of it', () => {
    for (const url of [
      'https://日本語.example/',
      'https://例え.テスト/パス',
      'https://www.bücher.example/größe?q=é',
      'https://почта.example/путь',
      'https://a.example/会社/概要',
      'https://a.example/佐々木',
      'https://abc日本.example/x',
    ])
      expect(urls(`Link: ${url}.`), url).toEqual([url])
  })

  test('a character that is not visible ends it', () => {
    for (const unit of ['\u200b', '\u200e', '\u202c', '\u2060', '\ufeff'])
      expect(urls(`${token}${unit}x`)).toEqual([token])
  })
})

test('several URLs with a mark between them are several', () => {
  expect(urls('https://a.example/x,https://b.example/y;http://c.example|https://d.example')).toEqual([
    'https://a.example/x',
    'https://b.example/y',
    'http://c.example',
    'https://d.example',
  ])
  expect(urls('https://web.archive.example/2026/https://a.example/x')).toEqual([
    'https://web.archive.example/2026/https://a.example/x',
  ])
})

test('a host ends before what no host has', () => {
  expect(urls("https://orbit.example's page, https://orbit.example, or https://orbit.example:8080.")).toEqual([
    'https://orbit.example',
    'https://orbit.example',
    'https://orbit.example:8080',
  ])
  expect(urls('http://[::1]:3000/x http://127.0.0.1:8080')).toEqual(['http://[::1]:3000/x', 'http://127.0.0.1:8080'])
})

test('an ampersand that was escaped for HTML is one', () => {
  expect(urls('https://a.example/x?a=1&amp;b=2')).toEqual(['https://a.example/x?a=1&b=2'])
  expect(urls('<https://a.example/x?a=1&amp;b=2>')).toEqual(['https://a.example/x?a=1&b=2'])
})

test('links of apps are found by their scheme', () => {
  expect(urls('Open myapp://verify?token=abc_ or (com.orbit.app:///cb).')).toEqual([
    'myapp://verify?token=abc_',
    'com.orbit.app:///cb',
  ])
})

test.each([
  'ftp://a.example/x',
  'ssh://a.example',
  'mongodb+srv://a.example',
  'file:///etc/hosts',
  'javascript://a.example/%0aalert(1)',
  'hxxps://a.example/x',
  'xhttps://a.example',
  'c://a',
  '://a.example',
  'https://',
  'myapp://',
])('no link: %s', (text) => {
  expect(urls(text)).toEqual([])
})

test('the place of each URL is that of its characters in the text', () => {
  const text = 'A <https://a.example/x\ny> and _https://b.example/_.'

  expect(urlsIn(text).map(({ start, end }) => text.slice(start, end))).toEqual([
    'https://a.example/x\ny',
    'https://b.example/',
  ])
})
