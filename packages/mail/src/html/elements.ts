import { styleBits } from './text-style.ts'

const setOf = (names: string): ReadonlySet<string> => new Set(names.split(' '))

/** Elements without content or end tag (HTML Living Standard §13.1.2). */
export const voidElements = setOf(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr',
)

/** Elements whose content is never rendered. */
export const unrenderedElements = setOf(
  'script style title template noembed noframes iframe object applet svg math canvas audio video map datalist select',
)

/** Elements shown on lines of their own. */
export const blockElements = setOf(
  'address article aside body blockquote caption center dd details dialog dir div dl dt fieldset figcaption figure footer form ' +
    'h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing main menu nav ol p plaintext pre search section summary table ' +
    'tbody tfoot thead tr ul xmp',
)

/** Blocks with an empty line before and after them. */
export const spacedElements = setOf('blockquote dl h1 h2 h3 h4 h5 h6 hr listing ol p pre ul')

const preformattedElements = setOf('pre listing plaintext textarea xmp')

export const tableCells = setOf('td th')

/** Elements that end an open `p` (§13.2.6.4.7, the start tags that close a p element in button scope). */
export const paragraphEnders = setOf(
  'address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 ' +
    'header hgroup hr listing main menu nav ol p plaintext pre search section summary table ul xmp dd dt li',
)

/** An end tag inside one of these closes no element outside of it (§13.2.4.2, "has an element in scope"). */
export const scopeBoundaries = setOf('caption html marquee table td template th')

export const tableParts = setOf('caption col colgroup table tbody td tfoot th thead tr')

/** Elements whose end tag may come while elements inside them are still open (§13.2.6.4.7, the adoption agency algorithm). */
export const formattingElements = setOf('a b big code em font i nobr s small strike strong tt u')

/** The start tag of the key ends the nearest open element of `ends`, unless one of `within` is open inside that element. */
export const impliedEnds: ReadonlyMap<string, { ends: ReadonlySet<string>; within: ReadonlySet<string> }> = new Map(
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
export const defaultStyleBits: ReadonlyMap<string, number> = new Map([
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
