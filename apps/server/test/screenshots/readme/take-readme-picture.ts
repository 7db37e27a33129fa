import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { en } from '@inlet/inbox/languages/en'
import { rawMail } from '@inlet/testkit'
import { startBrowser } from '@inlet/testkit/chromium'
import { startOwnMongod } from '../../support/own-mongod.ts'
import { campaign } from '../inbox-page/mails.ts'
import { readNewest } from '../inbox-page/reader-screens.ts'
import { startStage } from '../inbox-page/stage.ts'

const mails = [campaign, rawMail('order-confirmation'), rawMail('otp-482913')]

/** Takes the picture of the README, the web inbox with a code in it, as WebP: a fifth of the size of a PNG. */
export async function takeReadmePicture(folder: string): Promise<void> {
  const mongod = await startOwnMongod()
  try {
    await using stage = await startStage(Object.assign(new URL(mongod.uri), { pathname: '/screenshots' }).href)
    await using browser = await startBrowser()
    const viewport = { width: 960, height: 500 }
    await using visitor = await browser.open({ viewport, deviceScaleFactor: 2, reducedMotion: 'reduce' })
    await readNewest({ stage, strings: en, visitor, page: visitor.page }, mails)
    await visitor.page.evaluate('document.fonts.ready')
    const debug = await visitor.context.newCDPSession(visitor.page)
    const { data } = await debug.send('Page.captureScreenshot', { format: 'webp', quality: 70 })
    await writeFile(join(folder, 'web-inbox.webp'), Buffer.from(data, 'base64'))
  } finally {
    await mongod.stop()
  }
}
