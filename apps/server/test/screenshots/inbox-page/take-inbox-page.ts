import { join } from 'node:path'
import { startBrowser } from '@inlet/testkit/chromium'
import { startOwnMongod } from '../../support/own-mongod.ts'
import { inboxScreens } from './inbox-screens.ts'
import { obstacleScreens } from './obstacle-screens.ts'
import { readerScreens } from './reader-screens.ts'
import type { Screen } from './screen.ts'
import { type Stage, startStage } from './stage.ts'
import { startScreens } from './start-screens.ts'
import { allVariants, pictureName, usualVariants, type Variant } from './variant.ts'

const screens: readonly Screen[] = [...startScreens, ...inboxScreens, ...readerScreens, ...obstacleScreens]

/** Takes pictures of the visitors' page. @throws where a state cannot be reached, after all others */
export async function takeInboxPage(folder: string, words: readonly string[]): Promise<void> {
  const wanted = screens.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)))
  if (wanted.length === 0) throw new Error(`There are: ${screens.map(({ name }) => name).join(', ')}`)

  const mongod = await startOwnMongod()
  const failed: string[] = []
  try {
    await using stage = await startStage(Object.assign(new URL(mongod.uri), { pathname: '/screenshots' }).href)
    await using browser = await startBrowser()
    for (const screen of wanted) {
      for (const variant of screen.isMain ? allVariants : usualVariants) {
        const name = pictureName(screen.name, variant)
        try {
          await takePicture(join(folder, `${name}.png`), { screen, variant, stage, browser })
        } catch (error) {
          failed.push(`${name}: ${error instanceof Error ? error.message : error}`)
        }
      }
      console.log(screen.name)
    }
  } finally {
    await mongod.stop()
  }
  if (failed.length > 0) throw new Error(failed.join('\n'))
}

interface Shot {
  screen: Screen
  variant: Variant
  stage: Stage
  browser: Awaited<ReturnType<typeof startBrowser>>
}

async function takePicture(path: string, { screen, variant, stage, browser }: Shot): Promise<void> {
  const { locale, strings, theme, viewport } = variant
  await using visitor = await browser.open({
    viewport,
    locale,
    colorScheme: theme,
    reducedMotion: 'reduce',
    permissions: ['clipboard-write'],
    hasTouch: viewport.width < 600,
    isMobile: viewport.width < 600,
  })
  await screen.show({ stage, strings, visitor, page: visitor.page })
  // The pictures show what is there when nothing moves any more.
  await visitor.page.evaluate('document.fonts.ready')
  await visitor.page.screenshot({ path, animations: 'disabled' })
}
