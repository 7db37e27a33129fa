import { asciiLowerCase, asciiUpperCase, foldHostname } from '@inlet/contract'
import { type Reply, replies } from './replies.ts'

// A path in angle brackets, and the parameters behind it. A source route is ignored (RFC 5321 appendix C); a quoted string may hold any character.
const pathAndParameters = /^ *<(?:@[^\s,:@<>]+(?:,@[^\s,:@<>]+)*:)?((?:"(?:[^"\\]|\\.)*"|[^<>"\s])*)>(?: +(\S.*))?$/u
// Invisible characters make two different addresses look the same.
const unsafeCharacter = /[\x80-\x9f\u200b\u2060\ufeff]/

/** The arguments of MAIL FROM. */
export interface Sender {
  /** `''` for the null sender (RFC 5321 §4.5.5); a valid domain is in A-labels and lower case. */
  address: string
  /** SIZE= (RFC 1870), null where none was given. */
  declaredBytes: number | null
  /** SMTPUTF8 (RFC 6531): the addresses of this mail may contain non-ASCII characters. */
  isUtf8: boolean
}

/** Parses the arguments of MAIL. @returns the reply where they are invalid */
export function parseSender(rest: string): Sender | Reply {
  const read = readPath('FROM:', rest)
  if (!read) return replies.badSender
  const parameters = read.parameters === '' ? null : senderParameters(read.parameters)
  if (parameters && 'wire' in parameters) return parameters
  const address = read.path === '' ? '' : foldSender(read.path)
  if (address === null) return replies.badSender
  return { address, declaredBytes: parameters?.declaredBytes ?? null, isUtf8: parameters?.isUtf8 ?? false }
}

/** Parses the arguments of RCPT; whether the mailbox exists is decided elsewhere. @returns the reply where they are invalid */
export function parseRecipient(rest: string): string | Reply {
  const read = readPath('TO:', rest)
  if (!read || read.path === '') return replies.badRecipient
  return read.parameters === '' ? read.path : replies.unknownParameter
}

function readPath(keyword: string, rest: string): { path: string; parameters: string } | null {
  const hasKeyword = rest.length >= keyword.length && asciiUpperCase(rest.slice(0, keyword.length)) === keyword
  const match = hasKeyword ? pathAndParameters.exec(rest.slice(keyword.length)) : null
  if (!match) return null
  const [, path = '', parameters = ''] = match
  return unsafeCharacter.test(path) ? null : { path, parameters }
}

function foldSender(path: string): string | null {
  const at = path.lastIndexOf('@')
  if (at < 1 || at === path.length - 1) return null
  const host = path.slice(at + 1)
  return `${path.slice(0, at)}@${foldHostname(host) ?? asciiLowerCase(host)}`
}

function senderParameters(text: string): Pick<Sender, 'declaredBytes' | 'isUtf8'> | Reply {
  const given = new Map<string, string | null>()
  for (const parameter of text.split(/\s+/)) {
    const equals = parameter.indexOf('=')
    const keyword = asciiUpperCase(equals < 0 ? parameter : parameter.slice(0, equals))
    if (given.has(keyword)) return replies.badArguments
    given.set(keyword, equals < 0 ? null : parameter.slice(equals + 1))
  }
  for (const [keyword, value] of given) {
    const error = parameterError(keyword, value)
    if (error) return error
  }
  const size = given.get('SIZE')
  return { declaredBytes: size ? Number(size) : null, isUtf8: given.has('SMTPUTF8') }
}

function parameterError(keyword: string, value: string | null): Reply | null {
  switch (keyword) {
    case 'SIZE':
      return value !== null && /^\d{1,20}$/.test(value) ? null : replies.badArguments
    case 'BODY':
      if (!value) return replies.badArguments
      return /^(?:7BIT|8BITMIME)$/i.test(value) ? null : replies.unknownParameter
    case 'SMTPUTF8':
      return value === null ? null : replies.badArguments
    default:
      return replies.unknownParameter
  }
}
