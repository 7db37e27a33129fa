import { computed, signal } from '@preact/signals'
import { storedSignal } from '../state/storage.ts'
import { en, type Strings } from './en.ts'
import { isLanguage, type Locale } from './language-names.ts'

/** Each other language is a file of its own, loaded when it is wanted. */
const files: Record<Exclude<Locale, 'en'>, () => Promise<Strings>> = {
  de: async () => (await import('./de.ts')).de,
  fr: async () => (await import('./fr.ts')).fr,
  es: async () => (await import('./es.ts')).es,
  pt: async () => (await import('./pt.ts')).pt,
  ja: async () => (await import('./ja.ts')).ja,
  zh: async () => (await import('./zh.ts')).zh,
  ar: async () => (await import('./ar.ts')).ar,
}

const chosen = storedSignal<Locale | null>({
  area: 'localStorage',
  key: 'language',
  parse: (stored) => (isLanguage(stored) ? stored : null),
  initial: null,
})

const strings = signal<Strings>(en)
/** The language that is shown. */
export const language = signal<Locale>('en')

/** Shows a language, without remembering it. @throws where its file cannot be loaded; then nothing changes */
export async function showLanguage(wanted: Locale): Promise<void> {
  const loaded = wanted === 'en' ? en : await files[wanted]()
  strings.value = loaded
  language.value = wanted
  document.documentElement.lang = wanted
  document.documentElement.dir = wanted === 'ar' ? 'rtl' : 'ltr'
}

/** Shows the visitor's choice, else the language in which the server wrote the page. Where it cannot be loaded it is English. */
export async function startLanguage(): Promise<void> {
  const { lang } = document.documentElement
  await showLanguage(chosen.value ?? (isLanguage(lang) ? lang : 'en')).catch(() => showLanguage('en'))
}

/** Changes the language and remembers the choice. @throws where its file cannot be loaded; then nothing changes */
export async function chooseLanguage(wanted: Locale): Promise<void> {
  await showLanguage(wanted)
  chosen.value = wanted
}

type Values = Record<string, string | number>

const placeholder = /\{(\w{1,20})\}/g
const numbers = computed(() => new Intl.NumberFormat(language.value))
const pluralRules = computed(() => new Intl.PluralRules(language.value))

/** A text in the visitor's language. `{name}` stands for a value; the value `count` decides between plural forms. */
export function t(key: keyof Strings, values: Values = {}): string {
  const entry = strings.value[key]
  const form =
    typeof entry === 'string' ? entry : (entry[pluralRules.value.select(Number(values.count))] ?? entry.other)
  return form.replace(placeholder, (whole, name: string) => {
    const value = values[name]
    return typeof value === 'number' ? numbers.value.format(value) : (value ?? whole)
  })
}
