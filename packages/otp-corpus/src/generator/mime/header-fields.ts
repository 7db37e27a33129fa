import type { Draws } from '../draws.ts'
import { encodeText } from './encode-text.ts'

/** The encoding of non-ASCII text in the header. */
export interface HeaderStyle {
  charset: string
  form: 'B' | 'Q' | 'raw'
  draws: Draws
}

const maxWordChars = 75
const maxLineChars = 76
const isAscii = /^[\t -~]*$/
const isAtomText = /^[\w !#$%&'*+\-/=?^`{|}~]*$/

/** An unstructured field, folded: ASCII as it is, other text as encoded-words (RFC 2047) or, in some mails, as raw UTF-8. */
export function textField(name: string, text: string, style: HeaderStyle): string {
  if (style.form === 'raw') return `${name}: ${text}`
  return folded(`${name}: ${isAscii.test(text) ? text : encodedWords(text, style)}`)
}

/** A From, To or Reply-To field of one mailbox, written `Name <address>`. */
export function mailboxField(field: string, mailbox: string, style: HeaderStyle): string {
  const [, name = '', address = ''] = /^(.*) (<[^>]*>)$/.exec(mailbox) ?? []
  const quoted = `"${name.replace(/["\\]/g, '\\$&')}"`
  if (style.form === 'raw') return `${field}: ${quoted} ${address}`
  if (!isAscii.test(name)) return folded(`${field}: ${encodedWords(name, style)} ${address}`)
  const isQuoted = !isAtomText.test(name) || style.draws.chance(`quoted ${field}`, 40)
  return folded(`${field}: ${isQuoted ? quoted : name} ${address}`)
}

/** A parameter with text in any script: RFC 2231, in one piece or in sections, or RFC 2047 in quotes, which is common although wrong. */
export function fileParameter(name: string, text: string, style: HeaderStyle): string {
  if (isAscii.test(text)) return `${name}="${text}"`
  if (style.draws.chance(`parameter ${name}`, 30)) return `${name}="${encodedWords(text, { ...style, form: 'B' })}"`
  const quoted = encodeURIComponent(text).replace(/['()*!]/g, (char) => `%${char.charCodeAt(0).toString(16)}`)
  if (quoted.length < 50) return `${name}*=utf-8''${quoted}`
  const sections = quoted.match(/(?:%..|[^%]){1,18}/g) ?? []
  return sections.map((part, index) => `${name}*${index}*=${index === 0 ? "utf-8''" : ''}${part}`).join(';\r\n ')
}

/** Breaks a field at white space, so that lines have at most 76 characters where possible (RFC 5322 §2.2.3). */
export function folded(field: string): string {
  const lines: string[] = []
  let line = ''
  for (const word of field.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > maxLineChars) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line].join('\r\n ')
}

function encodedWords(text: string, { charset, form }: HeaderStyle): string {
  const written = encodeText(text, charset) === null ? 'utf-8' : charset
  const words: string[] = []
  let waiting = ''
  for (const char of text) {
    if (encodedWord(waiting + char, written, form).length > maxWordChars) {
      words.push(encodedWord(waiting, written, form))
      waiting = ''
    }
    waiting += char
  }
  return [...words, encodedWord(waiting, written, form)].join(' ')
}

function encodedWord(text: string, charset: string, form: HeaderStyle['form']): string {
  const bytes = encodeText(text, charset) ?? Buffer.from(text)
  if (form === 'B') return `=?${charset}?B?${bytes.toString('base64')}?=`
  const payload = [...bytes]
    .map((byte) => {
      if (byte === 0x20) return '_'
      const char = String.fromCharCode(byte)
      return /[A-Za-z0-9!*+\-/]/.test(char) ? char : `=${byte.toString(16).toUpperCase().padStart(2, '0')}`
    })
    .join('')
  return `=?${charset}?Q?${payload}?=`
}
