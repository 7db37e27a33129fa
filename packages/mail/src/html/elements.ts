import { styleBits } from './text-style.ts'
import { breaks } from './text-writer.ts'

const setOf = (names: string): ReadonlySet<string> => new Set(names.split(' '))

/** Elements without content or end tag (HTML Living Standard §13.1.2). */
const voidElements = setOf(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr',
)

/** Elements whose content is never rendered. */
const unrenderedElements = setOf(
  'script style title template noembed noframes iframe object applet svg math canvas audio video datalist select',
)

/** Elements shown on lines of their own. */
const blockElements = setOf(
  'address article aside body blockquote caption center dd details dialog dir div dl dt fieldset figcaption figure footer form ' +
    'h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing main menu nav ol p plaintext pre search section summary table ' +
    'tbody tfoot thead tr ul xmp',
)

/** Blocks with an empty line before and after them. */
const spacedElements = setOf('blockquote dl h1 h2 h3 h4 h5 h6 hr listing ol p pre ul')

const preformattedElements = setOf('pre listing plaintext textarea xmp')

const tableCells = setOf('td th')

/** Elements that end an open `p` (§13.2.6.4.7, the start tags that close a p element in button scope). */
const paragraphEnders = setOf(
  'address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 ' +
    'header hgroup hr listing main menu nav ol p plaintext pre search section summary table ul xmp dd dt li',
)

/** An end tag inside one of these closes no element outside of it (§13.2.4.2, "has an element in scope"). */
export const scopeBoundaries = setOf('caption html marquee table td template th')

const tableParts = setOf('caption col colgroup table tbody td tfoot th thead tr')

/** Elements whose end tag may come while elements inside them are still open (§13.2.6.4.7, the adoption agency algorithm). */
const formattingElements = setOf('a b big code em font i nobr s small strike strong tt u')

interface ImpliedEnds {
  ends: ReadonlySet<string>
  within: ReadonlySet<string>
}

/** The start tag of the key ends the nearest open element of `ends`, unless one of `within` is open inside that element. */
const impliedEnds: ReadonlyMap<string, ImpliedEnds> = new Map(
  Object.entries({
    li: { ends: setOf('li'), within: setOf('ul ol menu dir table td th') },
    dt: { ends: setOf('dt dd'), within: setOf('dl table td th') },
    dd: { ends: setOf('dt dd'), within: setOf('dl table td th') },
    td: { ends: setOf('td th'), within: setOf('table') },
    th: { ends: setOf('td th'), within: setOf('table') },
    tr: { ends: setOf('tr'), within: setOf('table') },
    tbody: { ends: setOf('tbody thead tfoot'), within: setOf('table') },
    tfoot: { ends: setOf('tbody thead tfoot'), within: setOf('table') },
    a: { ends: setOf('a'), within: scopeBoundaries },
  }),
)

const heading = styleBits.isHeading | styleBits.isBold
const preformatted = styleBits.keepsWhiteSpace | styleBits.isMonospace

/** The style bits that a browser gives an element by its name alone. */
const defaultStyleBits: ReadonlyMap<string, number> = new Map([
  ...[...preformattedElements].map((name) => [name, preformatted] as const),
  ['h1', heading | styleBits.isLarge],
  ['h2', heading | styleBits.isLarge],
  ['h3', heading | styleBits.isLarge],
  ['h4', heading],
  ['h5', heading],
  ['h6', heading],
  ['b', styleBits.isBold],
  ['strong', styleBits.isBold],
  ['th', styleBits.isBold],
  ['big', styleBits.isLarge],
  ['code', styleBits.isMonospace],
  ['kbd', styleBits.isMonospace],
  ['samp', styleBits.isMonospace],
  ['tt', styleBits.isMonospace],
  ['blockquote', styleBits.isQuoted],
  ['footer', styleBits.isFooter],
])

/** What rendering asks about an element, by its name alone. */
export interface ElementKind {
  isVoid: boolean
  isRendered: boolean
  isBlock: boolean
  /** A block, or a table cell. */
  isBlockOrCell: boolean
  isTablePart: boolean
  isFormatting: boolean
  /** `<br>`. */
  isLineBreak: boolean
  /** One of `breaks`: what stands between its text and the text around it. */
  breakAround: number
  /** The style bits that a browser gives it. */
  styleBits: number
  endsParagraph: boolean
  /** Which open elements its start tag ends. */
  impliedEnds: ImpliedEnds | undefined
}

const madeKind = (name: string): ElementKind => ({
  isVoid: voidElements.has(name),
  isRendered: !unrenderedElements.has(name),
  isBlock: blockElements.has(name),
  isBlockOrCell: blockElements.has(name) || tableCells.has(name),
  isTablePart: tableParts.has(name),
  isFormatting: formattingElements.has(name),
  isLineBreak: name === 'br',
  breakAround: breakAround(name),
  styleBits: defaultStyleBits.get(name) ?? 0,
  endsParagraph: paragraphEnders.has(name),
  impliedEnds: impliedEnds.get(name),
})

function breakAround(name: string): number {
  if (tableCells.has(name)) return breaks.cell
  if (spacedElements.has(name)) return breaks.paragraph
  return blockElements.has(name) ? breaks.line : breaks.none
}

const named = [
  ...[voidElements, unrenderedElements, blockElements, spacedElements, tableCells],
  ...[paragraphEnders, tableParts, formattingElements],
]
const kinds: ReadonlyMap<string, ElementKind> = new Map(
  [...named.flatMap((names) => [...names]), ...impliedEnds.keys(), ...defaultStyleBits.keys()].map((name) => [
    name,
    madeKind(name),
  ]),
)
const otherKind = madeKind('')

/** The kind of an element, by its name in lower case. One look-up: each tag of a mail is asked about a dozen times. */
export const kindOf = (name: string): ElementKind => kinds.get(name) ?? otherKind
