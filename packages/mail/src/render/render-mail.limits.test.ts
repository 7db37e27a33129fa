import { describe, expect, test } from 'vitest'
import { renderMail } from './render-mail.ts'

const render = (htmlBody: string) => renderMail({ textBody: '', htmlBody, images: new Map(), theme: 'light' })
/** The body of the document, without the document around it. */
const bodyOf = (htmlBody: string) => /<body>(.*)<\/body>/s.exec(render(htmlBody).html)?.[1]
const sheetOf = (css: string) =>
  /:where\(blockquote\)\{[^}]*\}\n?(.*)<\/style>/s.exec(render(`<style>${css}</style>`).html)?.[1]
const textPage = (textBody: string) => renderMail({ textBody, htmlBody: '', images: new Map(), theme: 'light' })

describe('what would keep a browser busy for minutes', () => {
  test('columns inside each other', () => {
    expect(bodyOf('<div style="columns:2;column-count:2;column-width:9px;column-gap:1px">x</div>')).toBe(
      '<div style="column-gap:1px">x</div>',
    )
  })

  test('long texts of styles, which a browser shows for each element', () => {
    const long = 'x'.repeat(65)

    expect(sheetOf('p::before{content:"\\201c";color:red}')).toBe('p::before{content:"“";color:red}')
    for (const property of ['content', 'list-style', 'list-style-type', 'text-overflow'])
      expect(sheetOf(`p{${property}:"${long}";color:red}`)).toBe('p{color:red}')
  })

  test('quotation marks that a browser adds', () => {
    expect(bodyOf('<q cite="http://a.example/">so <b>be</b> it</q>')).toBe('<span>“so <b>be</b> it”</span>')
    expect(sheetOf('p{quotes:"a" "b"}p::before{content:open-quote;color:red}')).toBe('p::before{color:red}')
  })

  test('more rules than it can compare with all elements', () => {
    const inner = '<b>'.repeat(200) + '<i>x</i>'.repeat(500)
    const { html } = render(`<style>${'b > b b > b b i,.a td{color:red}'.repeat(40)}</style>${inner}`)

    expect(html.split('b>b').length - 1).toBeLessThan(40)
    expect(html.split('.m-a td').length - 1).toBe(40)
    expect(sheetOf('b ~ i,b + i{color:red}')).toBe('b + i{color:red}')
  })

  test('cells that span more rows than a mail has, as many columns as there are of them', () => {
    const spanning = (rowspan: string) => bodyOf(`<table><tr><td rowspan=${rowspan}>a<td>b<tr><td>c</table>`)

    expect(spanning('2')).toContain('<td rowspan="2">a</td>')
    expect(spanning('1000')).toContain('<td rowspan="1000">a</td>')
    for (const rowspan of ['1001', '65534', '99999999999999999999', '0', '"0"', '"+0"', '"\t07777"', '"0.9"', '"2e9"'])
      expect(spanning(rowspan), rowspan).toContain('<td>a</td>')
  })

  test('thousands of marks on one letter', () => {
    const marks = (count: number) => '\u0301'.repeat(count)

    expect(bodyOf(`e${marks(16)}`)).toBe(`e${marks(16)}`)
    expect(bodyOf(`e${`${marks(16)}<!-- -->`.repeat(9)}f`)).toBe(`e${marks(16)}f`)
    expect(textPage(`e${marks(9_000)}f`).html).toContain(`>e${marks(16)}f<`)
  })
})
