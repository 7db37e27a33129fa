import { marked } from 'marked'
import { composeMail } from './compose-mail.ts'
import type { Part, TemplateMail } from './people-lists.ts'
import { escapedForRegExp, stringAt } from './string-at.ts'

/** The text of a file of the mail's repository. */
export type ReadFile = (path: string) => string

/** The raw mail that a template makes. @throws Error where the repository lacks what the mail refers to */
export async function renderTemplate(mail: TemplateMail, readFile: ReadFile): Promise<Buffer> {
  const template = new Template(mail, readFile)
  const name = mail.repository.slice(mail.repository.indexOf('/') + 1)
  const host = `${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.example`
  return composeMail({
    id: mail.id,
    host,
    from: mail.from ?? `${name} <no-reply@${host}>`,
    subject: template.subject(),
    text: mail.text && template.plainText(mail.text),
    html: mail.html && (await template.html(mail.html)),
  })
}

/** In the name of a placeholder: any text. */
const anyText = '…'

/** The texts of one mail, with its placeholders filled. */
class Template {
  readonly #mail: TemplateMail
  readonly #readFile: ReadFile
  readonly #placeholders: RegExp
  readonly #patterns: readonly { name: RegExp; value: Part }[]

  constructor(mail: TemplateMail, readFile: ReadFile) {
    this.#mail = mail
    this.#readFile = readFile
    const names = Object.keys(mail.values).sort((one, other) => other.length - one.length)
    this.#placeholders = new RegExp(names.map(patternOf).join('|') || '(?!)', 'g')
    this.#patterns = Object.entries(mail.values)
      .filter(([name]) => name.includes(anyText))
      .map(([name, value]) => ({ name: new RegExp(`^${patternOf(name)}$`), value }))
  }

  subject(): string {
    const text = withoutInstructions(this.#filled(this.#mail.subject))
    return text
      .replace(/<[^<>]*>/g, '')
      .replace(/\s+/g, ' ')
      .trim()
  }

  plainText(parts: readonly Part[]): string {
    const texts = parts.map((part, index) => separator(parts[index - 1], part, '\n\n') + this.#filled(part))
    const lines = withoutInstructions(texts.join('')).split('\n')
    return `${withoutEmptyLines(lines.map((line) => line.trimEnd()).join('\n')).trim()}\n`
  }

  async html(parts: readonly Part[]): Promise<string> {
    const texts = parts.map((part, index) => {
      const [before, after] = [parts[index - 1], parts[index + 1]]
      return (
        separator(before, part, '\n') +
        asParagraph(this.#filled(part), isString(part) && !isWritten(before) && !isWritten(after))
      )
    })
    const html = withoutInstructions(mjmlAsHtml(texts.join(''))).trim()
    if (!parts.some((part) => this.#isMarkdown(part))) return `${html}\n`
    return `${await marked.parse(withoutEmptyLines(html.replace(/^[ \t]+/gm, '')))}\n`
  }

  #filled(part: Part): string {
    return this.#textAt(part).replace(this.#placeholders, (found) => this.#filled(this.#valueOf(found)))
  }

  #valueOf(found: string): Part {
    const value = this.#mail.values[found]
    if (value !== undefined) return value
    for (const pattern of this.#patterns) {
      const key = pattern.name.exec(found)?.[1]
      if (key !== undefined) return isWritten(pattern.value) ? pattern.value : { key, ...pattern.value }
    }
    throw new Error(`no value for ${found}`)
  }

  #textAt(part: Part): string {
    if (isWritten(part)) return part
    const { path = this.#mail.path ?? '', key, lines } = part
    const file = this.#readFile(path)
    const source = lines ? linesOf(file, lines) : file
    return key === undefined ? source : stringAt(source, path, key)
  }

  /** Laravel's mails are Markdown. */
  #isMarkdown(part: Part): boolean {
    if (isWritten(part) || part.key !== undefined) return false
    return this.#textAt({ path: part.path }).includes('mail::message')
  }
}

const linesOf = (text: string, [first, last]: readonly [number, number]): string =>
  text
    .split(/\r?\n/)
    .slice(first - 1, last)
    .join('\n')

/** The first `…` of a name is a group. */
const patternOf = (name: string): string =>
  escapedForRegExp(name).replace(anyText, '([^]*?)').replaceAll(anyText, '[^]*?')

const isWritten = (part: Part | undefined): part is string => typeof part === 'string'
const isString = (part: Part): boolean => !isWritten(part) && part.key !== undefined

/** A written text joins its neighbours as it is. */
const separator = (before: Part | undefined, part: Part, ofReferences: string): string =>
  before === undefined || isWritten(before) || isWritten(part) ? '' : ofReferences

const asParagraph = (text: string, isAlone: boolean): string =>
  isAlone && !/^\s*</.test(text) ? `<p>${text}</p>` : text

const withoutEmptyLines = (text: string): string => text.replace(/\n{3,}/g, '\n\n')

/** The instructions of Twig, Blade and Mustache. */
const delimiters = [
  ['{%', '%}'],
  ['{#', '#}'],
  ['{!!', '!!}'],
  ['{{', '}}'],
] as const

/** PHP that no line closes goes on to the end. */
const withoutInstructions = (text: string): string =>
  delimiters
    .reduce(withoutDelimited, text.replace(/<\?php(?:(?!\?>)[\s\S])*(?:\?>)?/g, ''))
    .replace(/@(?:end)?component.*/g, '')
    .replace(/<\/?x-[\w:.-]+(?:\s[^<>]*)?>/g, '')

function withoutDelimited(text: string, [open, close]: readonly [string, string]): string {
  const [head = '', ...rest] = text.split(open)
  const kept = rest.map((part) => {
    const end = part.indexOf(close)
    return end < 0 ? open + part : part.slice(end + close.length)
  })
  return head + kept.join('')
}

/** MJML reduced to HTML. */
const mjmlAsHtml = (html: string): string =>
  html.replace(
    /(<\/?)(mjml|mj-[a-z-]+)\b/g,
    (_, open: string, name: string) => open + (name === 'mj-button' ? 'a' : 'div'),
  )
