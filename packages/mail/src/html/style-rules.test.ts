import { describe, expect, test } from 'vitest'
import { htmlToText } from './html-to-text.ts'
import { styleBits } from './text-style.ts'

const textOf = (css: string, body: string, attributes = ''): string =>
  htmlToText(`<head><style${attributes}>${css}</style></head><body>${body}</body>`).text

describe('what a rule hides is left out', () => {
  test.each([
    ['of a class', '.pre{display:none}', '<div class="x pre">x</div>a'],
    ['of an id', '#pre { visibility: hidden }', '<div id=pre>x</div>a'],
    ['of an element', 'h6{font-size:0}', '<h6>x</h6>a'],
    ['of an element with a class', 'div.pre{opacity:0}', '<div class=pre>x</div><p class=pre>a</p>'],
    ['of two classes', '.one.two{max-height:0}', '<div class="two one">x</div><p class=one>a</p>'],
    ['in a list of selectors', '.a, .pre , td > .b{display:none}', '<div class=pre>x</div>a'],
    [
      'behind a comment and an unknown at-rule',
      '/* { */ @font-face{src:x} .pre{/**/display:none}',
      '<p class=pre>x</p>a',
    ],
    ['for screens', '@media screen{.pre{display:none}}', '<div class=pre>x</div>a'],
    ['for wide screens', '@media only screen and (min-width:600px){.pre{display:none}}', '<div class=pre>x</div>a'],
    ['in HTML comments, as old senders write them,', '<!-- .pre{display:none} -->', '<div class=pre>x</div>a'],
    ['with capitals', '.Pre{DISPLAY:NONE !IMPORTANT}', '<div class=Pre>x</div>a'],
    [
      'although the element has other styles',
      '.pre{display:none!important}',
      '<div class=pre style="display:block">x</div>a',
    ],
    ['and the rule before it would show', '.pre{display:block}.pre{display:none}', '<div class=pre>x</div>a'],
    ['by the more specific selector', 'div.pre{display:none}.pre{display:block}', '<div class=pre>x</div>a'],
  ])('%s', (_, css, body) => {
    expect(textOf(css, body)).toBe('a')
  })
})

describe('what is shown is read', () => {
  test.each([
    [
      'by a rule over a style attribute',
      '.code{display:block!important}',
      '<div class=code style="display:none">a</div>',
    ],
    ['by a style attribute over a rule', '.code{display:none}', '<div class=code style="display:block">a</div>'],
    ['where another class is hidden', '.pre{display:none}', '<div class=preheader>a</div>'],
    ['where the rule asks for more', '.mail .code{display:none}', '<div class=code>a</div>'],
    ['where it is hidden on phones', '@media (max-width:600px){.code{display:none}}', '<div class=code>a</div>'],
    ['where it is hidden in print', '@media print{.code{display:none}}', '<div class=code>a</div>'],
    [
      'where it is hidden in the dark',
      '@media (prefers-color-scheme:dark){.code{display:none}}',
      '<b class=code>a</b>',
    ],
    ['where the rule is in a comment', '/* .code{display:none} */', '<div class=code>a</div>'],
    ['where the rule hides something inside', '.code{& b{display:none}}', '<div class=code>a</div>'],
    ['where the rule has no end', '@media screen{', '<div class=code>a</div>'],
  ])('%s', (_, css, body) => {
    expect(textOf(css, body)).toBe('a')
  })
})

test('a style element for other media than the screen hides nothing', () => {
  expect(textOf('.code{display:none}', '<p class=code>a</p>', ' media="print"')).toBe('a')
  expect(textOf('.code{display:none}', '<p class=code>x</p>a', ' media="screen"')).toBe('a')
})

test('rules say how text looks', () => {
  const { layout } = htmlToText('<style>.code{font-size:32px;letter-spacing:6px}</style><b class=code>482913</b>')

  expect((layout.looks[0] ?? 0) & (styleBits.isLarge | styleBits.isSpaced)).toBe(styleBits.isLarge | styleBits.isSpaced)
})

test('a mail has 1,000 rules, and its rules 64 Ki characters, at most', () => {
  const many = Array.from({ length: 1_001 }, (_, at) => `.c${at}{display:none}`).join('')
  expect(textOf(many, '<p class=c999>x</p><p class=c1000>a</p>')).toBe('a')
  expect(textOf(`${' '.repeat(64 * 1024)}.c{display:none}`, '<p class=c>a</p>')).toBe('a')
})
