import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { htmlToText } from './html-to-text.ts'
import { styleBits } from './text-style.ts'

const textOf = (html: string): string => htmlToText(html).text

describe('visible text', () => {
  test.each([
    ['blocks are on lines of their own', '<div>a</div><div>b<div>c</div></div>d', 'a\nb\nc\nd'],
    ['paragraphs have an empty line between', '<p>a</p><p>b</p>c', 'a\n\nb\n\nc'],
    [
      'cells are separated by tabs, rows by line breaks',
      '<table><tr><td>a</td><td>b</td></tr><tr><td>c</td><td></td><td>d</td></tr></table>',
      'a\tb\nc\td',
    ],
    ['inline tags do not separate text', 'ver<b>ific</b>at<span>ion</span>', 'verification'],
    ['white space is folded', ' a \n\t b&nbsp;&nbsp;c ', 'a b c'],
    ['one br ends a line, two make an empty line', 'a<br>b<br/>c<br><br>d', 'a\nb\nc\n\nd'],
    ['preformatted text keeps its white space', '<pre>a\n  b</pre>', 'a\n  b'],
    ['case is kept', '<h1>Code AbC</h1>', 'Code AbC'],
    [
      'entities are decoded',
      '&lt;b&gt; &amp; &#8364; &eacute; &copy 2026 &#x1F600; &bogus;',
      '<b> & € é © 2026 😀 &bogus;',
    ],
    ['list items are on lines of their own', '<ul><li>a<li>b</ul>', 'a\nb'],
    ['void elements have no content', 'a<img alt="x">b<hr>c<input value="1">d', 'ab\n\ncd'],
    ['a less-than sign without a tag is text', '1 < 2 and 3 > 2', '1 < 2 and 3 > 2'],
    ['unclosed tags hide nothing', '<div><b>a<table><tr><td>b<p>c', 'a\nb\n\nc'],
    ['link URLs are not part of the text', '<a href="https://x.example/482913">here</a>', 'here'],
    [
      'conditional comments for programs other than Outlook are read',
      '<!--[if !mso]><!-->a<!--<![endif]--><!--[if mso]>b<![endif]-->',
      'a',
    ],
    [
      'text with its own font size is shown inside font-size:0',
      '<td style="font-size:0px;"><div style="font-size:13px">a</div></td>',
      'a',
    ],
    [
      'a visible element inside an invisible one is shown',
      '<div style="visibility:hidden">a<b style="visibility:visible">b</b></div>',
      'b',
    ],
    ['a button hidden only in Outlook is shown', '<a style="mso-hide:all;color:#fff">Go</a>', 'Go'],
    ['line heights and margins of zero hide nothing', '<p style="line-height:0;margin:0;height:0">a</p>', 'a'],
    ['an incomplete tag at the end is dropped', 'a<div style="', 'a'],
  ])('%s', (_, html, text) => {
    expect(textOf(html)).toBe(text)
  })
})

describe('hidden text', () => {
  test.each([
    ['display:none', '<div style="color:red; DISPLAY : NONE !important">x<p>y</p></div>a'],
    ['visibility:hidden', '<span style="visibility:hidden">x</span>a'],
    ['font-size:0', '<span style="font-size:0">x</span>a'],
    ['a font size too small to read', '<span style="font-size:1px">x</span>a'],
    ['max-height:0', '<div style="max-height:0px;overflow:hidden">x</div>a'],
    ['a clipped box without height', '<div style="height:0;overflow:hidden">x</div>a'],
    ['opacity:0', '<div style="opacity:0">x</div>a'],
    ['the hidden attribute', '<p hidden>x</p><p hidden="">y</p>a'],
    ['an attribute written with entities', '<div style="display&#58;none">x</div>a'],
    ['head, title, style and script', '<head><title>x</title><style>y{}</style><script>z</script></head>a'],
    ['comments', '<!-- x -->a<!-- y'],
    ['templates and frames', '<template>x</template><iframe>y</iframe><svg><text>z</text></svg>a'],
    ['transparent text', '<p style="color:transparent">x</p>a'],
    ['text moved out of sight', '<p style="text-indent:-9999px">x</p>a'],
    ['a hidden row', '<table><tr style="display:none"><td>x<tr><td>a</table>'],
    ['an unclosed hidden paragraph up to the next block', '<p style="display:none">x<p>a'],
    ['an unclosed hidden item up to the next item', '<ul><li style="display:none">x<li>a</ul>'],
    ['an unclosed hidden cell up to the next cell', '<table><tr><td style="display:none">x<td>a</table>'],
    ['hidden text after a misplaced end tag', '<div>a<b><div style="display:none"></b>x</div></div>'],
    [
      'hidden text after an end tag in a cell, which closes nothing outside of the table,',
      '<div style="display:none"><table><tr><td></div>x</td></tr></table></div>a',
    ],
  ])('%s is left out', (_, html) => {
    expect(textOf(html)).toBe('a')
  })
})

test.each([
  ['a web address', '<a href=" https://a.example/?x=1&amp;y=2 ">Sign in</a>', true],
  ['an image', '<a href="HTTP://b.example"><img src="x"></a>', true],
  ['an unclosed link', '<a href="https://d.example">d', true],
  ['a mail address', '<a href="mailto:x@y.example">mail</a>', false],
  ['a script', '<a href="javascript:x()">js</a>', false],
  ['a path', '<a href="/relative">r</a>', false],
  ['a hidden link', '<a style="display:none" href="https://c.example">no</a>', false],
])('a link counts when it is visible and leads to the web: %s', (_, html, hasLink) => {
  expect(htmlToText(html).hasLink).toBe(hasLink)
})

test('a base too long for any site resolves no links, and behind the last link that is kept no URL is parsed', () => {
  using parse = vi.spyOn(URL, 'parse')
  const read = (path: string, count: number) =>
    htmlToText(`<base href="https://a.example/${path}/">${'<a href="x">x</a>'.repeat(count)}`)

  expect(read('é'.repeat(300), 2).links).toHaveLength(2)
  expect(read('é'.repeat(400), 2)).toMatchObject({ hasLink: false, links: [] })
  parse.mockClear()
  expect(read('mail', 5_000).links).toHaveLength(1_000)
  expect(parse.mock.calls.length).toBeLessThan(1_010)
})

test('only the beginning of a very long document is rendered, and the result says that it was cut', () => {
  const rendered = htmlToText(`<p>start</p>${'<p>more</p>'.repeat(200_000)}`)

  expect(rendered.isCut).toBe(true)
  expect(rendered.text.startsWith('start')).toBe(true)
  expect(htmlToText('<p>short</p>').isCut).toBe(false)
})

describe('the steps for a hostile document are linear in its length', () => {
  test.each([
    ['200,000 rows', '<table>', '<tr><td>1</td></tr>'],
    ['deep nesting', '', '<div>'],
    ['end tags that close nothing', '<div>'.repeat(600), '</span></div>'],
    ['end tags inside a scope boundary', `<div><table><td>${'<b>'.repeat(500)}`, '</div>'],
    ['overlapping formatting', '<b><i>'.repeat(300), '</b><b>'],
    ['a giant attribute', '<div style="', 'display '],
    ['many attributes', '<div ', 'a=1 style=x '],
    ['unfinished entities', '', '&am'],
    ['open brackets', '', '<'],
    ['unclosed comments', '', '<!-- '],
    ['links in links', '', '<a href="https://x.example/">a'],
    ['unknown elements', '', '<q1><q2 '],
  ])('%s', (_, head, piece) => {
    const steps = (chars: number): number => {
      const work = { steps: 0 }
      htmlToText(head + piece.repeat(Math.ceil(chars / piece.length)), { work })
      return work.steps
    }

    expect(steps(256 * 1024)).toBeLessThan(12 * 256 * 1024)
    expect(steps(256 * 1024)).toBeLessThan(2.1 * steps(128 * 1024) + 1000)
  })
})

describe('the layout holds the styles of the text', () => {
  const lookOf = (html: string, part: string): number => {
    const { text, layout } = htmlToText(html)
    const run = layout.starts.findLastIndex((start) => start <= text.indexOf(part))
    return layout.looks[run] ?? 0
  }

  test.each<[keyof typeof styleBits, string]>([
    ['isLarge', '<td style="font-size:32px">x</td>'],
    ['isLarge', '<p style="font:bold 24px/1.2 Arial">x</p>'],
    ['isLarge', '<font size="6">x</font>'],
    ['isLarge', '<h2>x</h2>'],
    ['isLarge', '<div style="font-size:0"><b style="font-size:1.5em">y</b><b style="font-size:2rem">x</b></div>'],
    ['isHeading', '<h4>x</h4>'],
    ['isSpaced', '<b style="letter-spacing: 6px">x</b>'],
    ['isSpaced', '<b style="letter-spacing:.3em">x</b>'],
    ['isMonospace', '<code>x</code>'],
    ['isMonospace', `<b style="font-family:'Courier New',monospace">x</b>`],
    ['isBold', '<strong>x</strong>'],
    ['isBold', '<b style="font-weight:700">x</b>'],
    ['isLink', '<a href="https://a.example/">x</a>'],
    ['isFooter', '<footer><p>x</p></footer>'],
    ['isQuoted', '<blockquote>x</blockquote>'],
  ])('%s: %s', (bit, html) => {
    expect(lookOf(`<p>before</p>${html}`, 'x') & styleBits[bit]).toBe(styleBits[bit])
    expect(lookOf(`${html}<p>after</p>`, 'after')).toBe(0)
  })

  test.each<[keyof typeof styleBits, string]>([
    ['isLarge', '<h1 style="font-size:14px">x</h1>'],
    ['isLarge', '<p style="font-size:12px">x</p>'],
    ['isSpaced', '<b style="letter-spacing:.5px">x</b>'],
    ['isBold', '<b style="font-weight:normal">x</b>'],
    ['isLink', '<a name="here">x</a>'],
  ])('not %s: %s', (bit, html) => {
    expect(lookOf(html, 'x') & styleBits[bit]).toBe(0)
  })

  test('blocks and cells are numbered in their order, also after white space at the beginning was removed', () => {
    const { text, layout } = htmlToText('<pre>  </pre><p>a</p><table><tr><td>b</td><td>c</td></tr></table>')

    expect(layout.starts.map((start) => text[start])).toEqual(['a', 'a', 'b', 'c'])
    expect(layout.blocks.slice(1)).toEqual(layout.blocks.slice(1).toSorted((one, other) => one - other))
    expect(new Set(layout.cells.slice(1)).size).toBe(3)
    expect(layout.blocks[1]).toBeLessThan(layout.blocks[2] ?? 0)
    expect(layout.blocks[2]).toBe(layout.blocks[3])
  })
})

test('any markup is rendered without an error', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 6 }),
    fc.constantFrom(
      '<',
      '</',
      '>',
      '/>',
      '<p',
      '<div hidden>',
      '</div>',
      '<td>',
      '</table>',
      '<b style="',
      '"',
      '&#',
      '&#xffffffff;',
      '&#0;',
      '<!--',
      '-->',
      '<title>',
      '<a href=',
    ),
  )

  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const { text } = htmlToText(pieces.join(''))

      expect(text).toBe(text.trim())
    }),
    { numRuns: 1000 },
  )
})
