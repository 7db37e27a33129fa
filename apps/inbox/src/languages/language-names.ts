import type { DomainInfo } from '@inlet/contract'

/** A language of the page (BCP 47). */
export type Locale = DomainInfo['locale']

/** The languages of the page, each under its own name. */
export const languageNames: Record<Locale, string> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  pt: 'Português',
  ja: '日本語',
  zh: '中文',
  ar: 'العربية',
}

/** Whether a text names a language of the page. */
export const isLanguage = (text: unknown): text is Locale =>
  typeof text === 'string' && Object.hasOwn(languageNames, text)
