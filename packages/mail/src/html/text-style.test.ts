import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { htmlToText } from './html-to-text.ts'
import { StyleReader, styleBits } from './text-style.ts'

test('a style has the same effect whichever came before it', () => {
  const long = `font-weight:bold;${'color:red;'.repeat(100)}`
  const styles = new StyleReader()

  expect(
    ['display:none', 'font-weight:bold', 'display:none', long, '', long, 'color:red', ''].map((style) =>
      styles.bitsOf(style, 0),
    ),
  ).toEqual([styleBits.isGone, styleBits.isBold, styleBits.isGone, styleBits.isBold, 0, styleBits.isBold, 0, 0])
})

test('what is kept of styles does not keep their mails in memory', () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage: () => void = runInNewContext('gc')
  const styles = new StyleReader()
  const heapUsed = () => {
    collectGarbage()
    return process.memoryUsage().heapUsed
  }
  const before = heapUsed()

  for (let n = 0; n < 50; n += 1) {
    const html = Buffer.alloc(500_000, `<p style="color:#00${n};font-size:12px">text</p>`).toString('latin1')
    htmlToText(html, { styles })
  }

  expect(heapUsed() - before).toBeLessThan(10_000_000)
})
