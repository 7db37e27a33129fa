import { ar } from '@inlet/inbox/languages/ar'
import { de } from '@inlet/inbox/languages/de'
import { en, type Strings } from '@inlet/inbox/languages/en'
import { ja } from '@inlet/inbox/languages/ja'
import { zh } from '@inlet/inbox/languages/zh'

const languages = { en, de, ja, zh, ar } satisfies Record<string, Strings>

/** In which way a state is shown. */
export interface Variant {
  locale: keyof typeof languages
  strings: Strings
  theme: 'light' | 'dark'
  viewport: { width: number; height: number }
}

const heights = { 320: 640, 390: 844, 1280: 800 } as const

function variant(locale: Variant['locale'], theme: Variant['theme'], width: keyof typeof heights): Variant {
  return { locale, strings: languages[locale], theme, viewport: { width, height: heights[width] } }
}

/** Every state: on a phone and at a desk, in both themes. */
export const usualVariants: readonly Variant[] = [
  variant('en', 'light', 390),
  variant('en', 'dark', 390),
  variant('en', 'light', 1280),
  variant('en', 'dark', 1280),
]

/** The states that visitors see most: on the smallest phone too, in long words, in other writings, from right to left. */
export const allVariants: readonly Variant[] = [
  ...usualVariants,
  variant('en', 'light', 320),
  variant('de', 'dark', 320),
  variant('ar', 'light', 390),
  variant('ar', 'dark', 1280),
  variant('ja', 'light', 390),
  variant('zh', 'light', 1280),
]

/** The name of a picture, such as `list-390-dark`; English is not named. */
export function pictureName(state: string, { locale, theme, viewport }: Variant): string {
  return [state, viewport.width, theme, ...(locale === 'en' ? [] : [locale])].join('-')
}
