const setOf = (names: string): ReadonlySet<string> => new Set(names.split(' '))

/** Elements that are kept. */
const kept = setOf(
  'a abbr acronym address article aside b bdi bdo big blockquote br caption center cite code col colgroup dd del dfn dir div dl dt ' +
    'em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark menu nav nobr ol p pre rp rt ruby s ' +
    'samp section small span strike strong sub summary details sup table tbody td tfoot th thead time tr tt u ul var wbr',
)

/** Elements that go with all that is inside them; of a style element the sheet is kept apart. */
const dropped = setOf(
  'script style title template noembed noframes iframe applet embed frame frameset math svg canvas area datalist select ' +
    'base basefont bgsound link meta param source track head keygen xml object',
)

/** Elements that are kept under another name. */
const renamed: ReadonlyMap<string, string> = new Map([
  ['xmp', 'pre'],
  ['listing', 'pre'],
  ['plaintext', 'pre'],
  ['textarea', 'pre'],
  ['marquee', 'div'],
  ['form', 'div'],
  ['fieldset', 'div'],
  ['legend', 'div'],
  ['button', 'span'],
  ['label', 'span'],
  ['q', 'span'],
])

/** What becomes of an element: kept, perhaps under another name; its children alone; nothing. */
export type Treatment = { keepAs: string } | 'unwrap' | 'drop'

/** What becomes of an HTML element. Unknown ones, and media and noscript, leave what a reader without them would see. */
export function treatmentOf(name: string): Treatment {
  if (dropped.has(name)) return 'drop'
  const keepAs = kept.has(name) ? name : renamed.get(name)
  return keepAs ? { keepAs } : 'unwrap'
}

const globalAttributes = setOf('title dir lang align valign width height bgcolor role hidden')

const attributesOf: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['table', setOf('border cellpadding cellspacing frame rules summary')],
  ['td', setOf('colspan rowspan nowrap abbr scope headers')],
  ['th', setOf('colspan rowspan nowrap abbr scope headers')],
  ['col', setOf('span')],
  ['colgroup', setOf('span')],
  ['font', setOf('color face size')],
  ['hr', setOf('color noshade size')],
  ['br', setOf('clear')],
  ['ol', setOf('start type reversed')],
  ['ul', setOf('type')],
  ['li', setOf('value type')],
  ['img', setOf('alt border hspace vspace')],
  ['body', setOf('text link')],
  ['details', setOf('open')],
])
const maxValueChars = 1_000
/** From 1 to 1,000: each row adds a column where cells span all rows after them, which `0` means too, and a browser needs minutes. */
const rowCount = /^(?:[1-9]\d{0,2}|1000)$/

/** Whether an attribute is kept as it is; `style`, `class`, `id`, `name`, `href` and `src` are read by their own rules. */
export const isKeptAttribute = (element: string, name: string, value: string): boolean =>
  value.length <= maxValueChars &&
  (name !== 'rowspan' || rowCount.test(value.trim())) &&
  (globalAttributes.has(name) || attributesOf.get(element)?.has(name) === true)

/** Elements without content or end tag. */
export const voidElements = setOf('br col hr img wbr')
