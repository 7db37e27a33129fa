import fc from 'fast-check'
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2'
import { expect, test } from 'vitest'
import { TextTokenizer } from './text-tokenizer.ts'

/** All calls that a tokenizer makes for a document that comes in pieces. */
function callsOf(tokenizer: typeof Tokenizer, pieces: string[]): unknown[][] {
  const calls: unknown[][] = []
  const note =
    (name: string) =>
    (...places: number[]) =>
      void calls.push([name, ...places])
  const callbacks: TokenizerCallbacks = {
    onattribdata: note('attribute data'),
    onattribentity: note('attribute entity'),
    onattribend: note('attribute end'),
    onattribname: note('attribute name'),
    oncdata: note('cdata'),
    onclosetag: note('end tag'),
    oncomment: note('comment'),
    ondeclaration: note('declaration'),
    onend: note('end'),
    onopentagend: note('start tag end'),
    onopentagname: note('start tag'),
    onprocessinginstruction: note('instruction'),
    onselfclosingtag: note('self-closing'),
    ontext: note('text'),
    ontextentity: note('entity'),
  }
  const made = new tokenizer({ decodeEntities: false }, callbacks)
  for (const piece of pieces) made.write(piece)
  made.end()
  return calls
}

const part = fc.oneof(
  fc.constantFrom('<', '>', '"', "'", '=', '/', '!', '?', '--', '-->', '<!--', ']]>', '<![CDATA[', '&amp;', ' ', '\n'),
  fc.constantFrom(
    '<p>',
    '</p>',
    '<a href="x">',
    "<b style='y'>",
    '<script>',
    '</script>',
    '<title>',
    '</title>',
    '<xmp>',
  ),
  fc.constantFrom(
    '<!doctype html>',
    '<?xml ?>',
    '<br/>',
    '<input value=z>',
    'text',
    'grüße',
    '\u{1f600}',
    '\ud800',
    '\0',
  ),
)
const document = fc.array(part, { maxLength: 40 }).map((parts) => parts.join(''))

test('it makes the same calls as htmlparser2, for any document in any pieces', () => {
  fc.assert(
    fc.property(fc.array(document, { minLength: 1, maxLength: 4 }), (pieces) => {
      expect(callsOf(TextTokenizer, pieces)).toEqual(callsOf(Tokenizer, pieces))
    }),
    { numRuns: 1_000 },
  )
})
