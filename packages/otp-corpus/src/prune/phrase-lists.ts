import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { type KeywordKind, keywordKinds, languageFolder } from '@inlet/mail'
import { z } from 'zod'

/** A phrase of a language file. */
export interface ListedPhrase {
  language: string
  kind: KeywordKind
  phrase: string
  /** The file says why it stands there, or is a short one: it stays. */
  isFixed: boolean
}

const explained = z.object({ phrase: z.string() })
const languageFile = z.record(z.string(), z.array(z.unknown()))

const fileOf = (language: string): URL => new URL(`${language}.json`, languageFolder)

const readFile = (language: string): Record<string, unknown[]> =>
  languageFile.parse(JSON.parse(readFileSync(fileOf(language), 'utf8')))

/** The phrases of all languages, in the order of the files. */
export function readPhrases(): ListedPhrase[] {
  const languages = readdirSync(languageFolder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.json'),
  )
  return languages.sort().flatMap((file) => {
    const language = file.replace(/\.json$/, '')
    const lists = readFile(language)
    return keywordKinds.flatMap((kind) =>
      (lists[kind] ?? []).map((entry) => ({
        language,
        kind,
        phrase: textOf(entry),
        isFixed: typeof entry !== 'string' || language.includes('/'),
      })),
    )
  })
}

const textOf = (entry: unknown): string => (typeof entry === 'string' ? entry : explained.parse(entry).phrase)

/** Writes the files of all languages anew with those phrases that are kept, and all else as it was. */
export function writePhrases(kept: readonly ListedPhrase[]): void {
  const isKept = new Set(kept.map(keyOf))
  for (const language of new Set(kept.map((phrase) => phrase.language))) {
    const lists = Object.entries(readFile(language)).map(([key, entries]) => {
      const kind = keywordKinds.find((name) => name === key)
      return [
        key,
        kind ? entries.filter((entry) => isKept.has(keyOf({ language, kind, phrase: textOf(entry) }))) : entries,
      ]
    })
    writeFileSync(fileOf(language), formatted(lists))
  }
}

const keyOf = ({ language, kind, phrase }: Pick<ListedPhrase, 'language' | 'kind' | 'phrase'>): string =>
  `${language} ${kind} ${phrase}`

const maxLineChars = 120

/** As the formatter writes it: a list that fits stands on one line. */
function formatted(lists: unknown[][]): string {
  const lines = lists.map(([key, entries], index) => {
    const comma = index < lists.length - 1 ? ',' : ''
    const short = `  "${key}": ${JSON.stringify(entries).replaceAll('","', '", "').replaceAll('],[', '], [')}${comma}`
    return short.length <= maxLineChars && !short.includes('{')
      ? short
      : `  "${key}": ${JSON.stringify(entries, null, 2).replaceAll('\n', '\n  ')}${comma}`
  })
  return `{\n${lines.join('\n')}\n}\n`
}
