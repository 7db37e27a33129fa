import { pageTest, startChromium } from '@inlet/testkit/chromium'
import { expect, test } from 'vitest'
import { honestMails } from '../../test/render/honest-mails.ts'
import { renderMail } from './render-mail.ts'

const render = (htmlBody: string) => renderMail({ textBody: '', htmlBody, images: new Map(), theme: 'light' })
const phone = { width: 360, height: 740 }

pageTest('no honest mail is wider than a phone, whatever widths its tables name', async () => {
  await using chromium = await startChromium(phone)
  const widths = new Map<string, number>()

  for (const { name, html: htmlBody } of honestMails) {
    await chromium.page.setContent(render(htmlBody).html)
    widths.set(name, Number(await chromium.page.evaluate('document.documentElement.scrollWidth')))
  }

  expect([...widths].filter(([, width]) => width > phone.width)).toEqual([])
})

test.each([
  ['<table width="600"><tbody><tr><td>x</td></tr></tbody></table>', true],
  ['<div style="min-width:480.5px">x</div>', true],
  ['<div style="WIDTH: 600PX">x</div>', true],
  ['<div style="width:320px">x</div>', false],
  ['<div style="width:100%;max-width:600px">x</div>', false],
  ['<div data-wide="">x</div>', false],
  ['<b style="width:600px">x</b>', false],
])('%s is made narrower on a phone: %s', (htmlBody, isWide) => {
  expect(render(htmlBody).html.includes(' data-wide=""')).toBe(isWide)
})
