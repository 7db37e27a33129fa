import type { BrandingPreview } from '@inlet/contract'
import { isLanguage } from '../languages/language-names.ts'

const nameMaxChars = 200
const colour = /^#[0-9a-f]{6}$/
const host = /^[a-z0-9.-]{1,253}$/

const isOneOf = <T extends string>(value: unknown, words: readonly T[]): value is T =>
  words.some((word) => word === value)

/** A picture of the form, or a logo of this server; the policy of the page allows no other. */
function isLogo(value: unknown, origin: string): value is string | null {
  if (value === null) return true
  if (typeof value !== 'string') return false
  return /^data:image\/[a-z]{3,4};base64,/.test(value) || (URL.canParse(value) && new URL(value).origin === origin)
}

/** Reads a message to the preview, each field of it; null where anything in it is not what the dashboard sends. */
export function readPreview(data: unknown, origin: string): BrandingPreview | null {
  if (typeof data !== 'object' || data === null) return null
  const { kind, name, accentColor, locale, logoUrl, theme, view, host: shownHost } = { ...emptyPreview, ...data }
  if (kind !== 'inlet.branding-preview' || typeof name !== 'string' || name.length > nameMaxChars) return null
  if (typeof accentColor !== 'string' || !colour.test(accentColor) || !isLanguage(locale)) return null
  if (!isLogo(logoUrl, origin) || !isOneOf(theme, ['light', 'dark'])) return null
  if (!isOneOf(view, ['start', 'inbox', 'message', 'lock'])) return null
  if (typeof shownHost !== 'string' || !host.test(shownHost)) return null
  return { kind, name, accentColor, locale, logoUrl, theme, view, host: shownHost }
}

/** Every field, of which nothing is known yet. */
const emptyPreview: Record<keyof BrandingPreview, unknown> = {
  kind: null,
  name: null,
  accentColor: null,
  locale: null,
  logoUrl: undefined,
  theme: null,
  view: null,
  host: null,
}
