import { describe, expect, test } from 'vitest'
import { errorsOf } from '../../test/render/errors-of.ts'
import { honestMails } from '../../test/render/honest-mails.ts'
import { htmlToText } from '../html/html-to-text.ts'
import { renderMail } from './render-mail.ts'
import type { Theme } from './theme.ts'

const folded = (text: string): string => text.replaceAll(/\s+/g, ' ')

describe.each(honestMails)('$name', ({ html: htmlBody, expected }) => {
  const render = (theme: Theme) => renderMail({ textBody: '', htmlBody, images: new Map(), theme })
  const rendered = render('auto')

  test('its text is visible, and its links are listed', () => {
    const text = folded(htmlToText(rendered.html).text)

    for (const part of expected.text) expect(text).toContain(part)
    expect(rendered.links).toHaveLength(expected.links)
    expect(rendered.blockedLoads).toBe(expected.blockedLoads)
  })

  test('its tables, colours and rules are kept, and nothing that could harm', () => {
    // Colours are as written in the light theme, and have a second value in others.
    const both = render('light').html + rendered.html
    for (const part of expected.keeps) expect(both).toContain(part)
    expect(rendered.html.includes('color-scheme:only light')).toBe(expected.keepsColors)
    expect(errorsOf(rendered.html)).toEqual([])
  })
})

test('there are 30 honest mails or more', () => {
  expect(honestMails.length).toBeGreaterThanOrEqual(30)
})
