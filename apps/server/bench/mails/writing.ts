import { type Draw, pick } from './draws.ts'

/** What a sentence's slots, such as `{colour}`, are filled with. */
export type Slots = Record<string, readonly [string, ...string[]] | ((draw: Draw) => string)>

/** The values of a list that is written as one text, separated by `|`. */
export function listOf(text: string): readonly [string, ...string[]] {
  const [first = '', ...others] = text.split('|').map((value) => value.trim())
  return [first, ...others]
}

/** A sentence with its slots filled; an upper-case first letter of a slot's name makes that of the value upper-case. */
export function filled(draw: Draw, sentence: string, slots: Slots): string {
  return sentence.replace(/\{(\w+)\}/g, (_, slot: string) => {
    const name = slot.charAt(0).toLowerCase() + slot.slice(1)
    const values = slots[name]
    if (values === undefined) throw new Error(`no slot is called ${name}`)
    const value = typeof values === 'function' ? values(draw) : pick(draw, values)
    return slot === name ? value : value.charAt(0).toUpperCase() + value.slice(1)
  })
}

/** A subject's sentences and what fills them. */
export interface Writing {
  sentences: readonly [string, ...string[]]
  slots: Slots
}

/** A sentence. */
export const sentence = (draw: Draw, { sentences, slots }: Writing): string =>
  filled(draw, pick(draw, sentences), slots)

/** Sentences of about so many characters in all, the last one cut after a word. */
export function prose(draw: Draw, writing: Writing, length: number): string {
  let [text, left]: [string, string[]] = ['', []]
  while (text.length < length) {
    // Each sentence once before any comes again.
    if (left.length === 0) left = [...writing.sentences]
    const [next = ''] = left.splice(draw(left.length), 1)
    text += `${text && ' '}${filled(draw, next, writing.slots)}`
  }
  if (text.length <= length) return text
  const end = text.lastIndexOf(' ', Math.max(0, length - 1))
  return end < 1 ? '' : `${text.slice(0, end).replace(/[,.;:]$/, '')}.`
}

/** The text in lines of at most 76 characters, ended by CRLF. */
export function wrapped(text: string): string {
  const lines = ['']
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? ''
    if (line.length + word.length < 76) lines[lines.length - 1] = line ? `${line} ${word}` : word
    else lines.push(word)
  }
  return `${lines.join('\r\n')}\r\n`
}
