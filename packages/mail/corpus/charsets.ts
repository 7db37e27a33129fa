import type { Draws } from './draws.ts'

const latin1 = ['iso-8859-1', 'windows-1252', 'iso-8859-15'] as const
const latin2 = ['iso-8859-2', 'windows-1250'] as const
const ascii = ['us-ascii', 'us-ascii', 'iso-8859-1'] as const

/** The charsets beside UTF-8 that mail in a language comes in; languages without a row come in UTF-8 only. */
const charsetsOf: Readonly<Record<string, readonly [string, ...string[]]>> = {
  ar: ['windows-1256', 'iso-8859-6'],
  bg: ['windows-1251', 'iso-8859-5', 'koi8-r'],
  cs: latin2,
  da: latin1,
  de: latin1,
  el: ['iso-8859-7', 'windows-1253'],
  en: ascii,
  es: latin1,
  fa: ['windows-1256'],
  fi: latin1,
  fr: latin1,
  he: ['windows-1255', 'iso-8859-8-i'],
  hu: latin2,
  id: ascii,
  it: latin1,
  ja: ['iso-2022-jp', 'shift_jis', 'euc-jp', 'iso-2022-jp'],
  ko: ['euc-kr', 'ks_c_5601-1987'],
  ms: ascii,
  nl: latin1,
  no: latin1,
  pl: latin2,
  pt: latin1,
  ro: ['iso-8859-16', 'iso-8859-2', 'windows-1250'],
  ru: ['koi8-r', 'windows-1251', 'iso-8859-5'],
  sk: latin2,
  sv: latin1,
  th: ['tis-620', 'windows-874'],
  tr: ['iso-8859-9', 'windows-1254'],
  uk: ['koi8-u', 'windows-1251'],
  vi: ['windows-1258'],
  'zh-CN': ['gb18030', 'gbk', 'gb2312'],
  'zh-TW': ['big5'],
}

const legacyPercent = 50

/** The charsets to try for a mail, best first; UTF-8 for about half of them, and where nothing else fits. */
export function wantedCharsets(language: string, draws: Draws): string[] {
  const legacy = charsetsOf[language] ?? []
  if (!draws.chance('legacy charset', legacyPercent)) return ['utf-8']
  const first = draws.below('charset', Math.max(1, legacy.length))
  return [...legacy.slice(first), ...legacy.slice(0, first), 'utf-8']
}
