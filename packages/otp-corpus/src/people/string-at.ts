import { extname } from 'node:path'
import { parse as parseYaml } from 'yaml'

type ReadString = (source: string, key: string) => string | undefined

const fromYaml: ReadString = (source, key) => inTree(parseYaml(source, { logLevel: 'silent' }), key)
const readers: ReadonlyMap<string, ReadString> = new Map([
  ['.json', (source, key) => inTree(JSON.parse(source), key)],
  ['.yml', fromYaml],
  ['.yaml', fromYaml],
  ['.properties', fromProperties],
  ['.po', fromPo],
])

/** At the end of a key: whatever follows. */
const anyEnd = '…'

/** The string under a key in a file of translations or of source code. @throws Error where there is none */
export function stringAt(source: string, path: string, key: string): string {
  const read = readers.get(extname(path)) ?? assignedString
  const found = read(source, key)
  if (found === undefined) throw new Error(`${path} has no ${key}`)
  return found
}

export const escapedForRegExp = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')

/** `\n`, `\"` and `\u00e4`, as properties, PO, PHP and scripts write them. */
const unescaped = (text: string): string =>
  text.replace(/\\(?:u([0-9a-fA-F]{4})|([\s\S]))/g, (_, hex?: string, char = '') => {
    if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16))
    return char === 'n' ? '\n' : char
  })

/** The string at a path of keys; a key can hold dots itself. */
function inTree(node: unknown, key: string): string | undefined {
  if (key === '') return typeof node === 'string' ? node : undefined
  if (typeof node !== 'object' || node === null) return undefined
  const entries = new Map(Object.entries(node))
  const whole = key.endsWith(anyEnd) && [...entries.keys()].find((name) => name.startsWith(key.slice(0, -1)))
  if (whole) return inTree(entries.get(whole), '')
  for (let end = key.length; end > 0; end = key.lastIndexOf('.', end - 1)) {
    const found = inTree(entries.get(key.slice(0, end)), key.slice(end + 1))
    if (found !== undefined) return found
  }
  return undefined
}

function fromProperties(source: string, key: string): string | undefined {
  const lines = source.matchAll(new RegExp(`^${escapedForRegExp(key)}[ \\t]*=[ \\t]*(.*)`, 'gm'))
  const value = [...lines].at(-1)?.[1] // the last one counts
  return value === undefined ? undefined : unescaped(value).replaceAll("''", "'") // a MessageFormat doubles its apostrophes
}

/** The translation of the first msgid that begins with the key. */
function fromPo(source: string, key: string): string | undefined {
  const beginning = key.replace(anyEnd, '')
  const entry = source.split(/\n\s*\n/).find((block) => poField(block, 'msgid').startsWith(beginning))
  return entry && poField(entry, 'msgstr')
}

function poField(entry: string, name: string): string {
  const lines = new RegExp(`^${name}[ \\t]+((?:"(?:[^"\\\\]|\\\\.)*"\\s*)+)`, 'm').exec(entry)?.[1] ?? ''
  return unescaped([...lines.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, part = '']) => part).join(''))
}

/** The string literal behind a quoted or bare key, or behind a path of them, in PHP, JavaScript, TypeScript, Java, Kotlin or Python. */
const assignedString: ReadString = (source, key) =>
  literalBehind(source, [key], 0) ?? literalBehind(source, key.split('.'), 0)

function literalBehind(source: string, [first, ...rest]: readonly string[], from: number): string | undefined {
  if (first === undefined) return literalAt(source.slice(from))
  const pattern = escapedForRegExp(first).replace(anyEnd, '.*?')
  const name = new RegExp(`(?<![\\w-])(['"]?)${pattern}\\1\\s*\\]?\\s*(?:=>|:|=|,|\\()\\s*`, 'g')
  name.lastIndex = from
  for (let hit = name.exec(source); hit !== null; hit = name.exec(source)) {
    const found = literalBehind(source, rest, name.lastIndex)
    if (found !== undefined) return found
  }
  return undefined
}

function literalAt(source: string): string | undefined {
  const text = /^f?(['"])((?:\\[\s\S]|(?!\1)[^\\])*)\1/.exec(source)?.[2]
  return text === undefined ? undefined : unescaped(text)
}
