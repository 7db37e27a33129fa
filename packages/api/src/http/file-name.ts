import { create } from 'content-disposition'

const maxChars = 120
const maxExtensionChars = 20

/** Characters that a file system refuses, or that would show another name than the file has. */
const unsafe = /[/\\:*?"<>|\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu
/** Names of devices on Windows, with any extension. */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i

/**
 * The `Content-Disposition` of a file under the name that a sender gave it (RFC 6266), with what browsers take for other alphabets (RFC 8187).
 * A name is no path, is not hidden, names no device and has at most 120 characters; `fallback` stands for one of which nothing is left.
 */
export function asAttachment(filename: string, fallback: string): string {
  const whole = filename.toWellFormed().normalize('NFC').replace(unsafe, '_')
  const shown = shortened(withoutEdges(whole)).replace(device, '_$&')
  return create(/[^_.\s]/.test(shown) ? shown : fallback)
}

function withoutEdges(name: string): string {
  const characters = [...name]
  const isKept = (character: string) => !/[.\s]/.test(character)
  return characters.slice(Math.max(0, characters.findIndex(isKept)), characters.findLastIndex(isKept) + 1).join('')
}

/** Keeps the extension, by which systems choose the program that opens the file. */
function shortened(name: string): string {
  if (name.length <= maxChars) return name
  const dot = name.lastIndexOf('.')
  const extension = dot > 0 && name.length - dot <= maxExtensionChars ? name.slice(dot) : ''
  return `${name.slice(0, maxChars - extension.length)}${extension}`.toWellFormed()
}
