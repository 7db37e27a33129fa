const sides = [
  'top',
  'right',
  'bottom',
  'left',
  'block',
  'inline',
  'block-start',
  'block-end',
  'inline-start',
  'inline-end',
]
const corners = [
  'top-left',
  'top-right',
  'bottom-left',
  'bottom-right',
  'start-start',
  'start-end',
  'end-start',
  'end-end',
]

/**
 * The properties that a mail may set: text, boxes, tables, lists, backgrounds and layout. None of them loads, moves or runs anything.
 * Without columns of text: Chromium needs minutes for twelve inside each other.
 */
const allowed: ReadonlySet<string> = new Set([
  ...(
    'align-content align-items align-self background background-attachment background-clip background-color background-image ' +
    'background-origin background-position background-position-x background-position-y background-repeat background-size ' +
    'border border-collapse border-color border-radius border-spacing border-style border-width bottom box-shadow box-sizing ' +
    'caption-side clear clip color column-gap content direction display ' +
    'empty-cells flex flex-basis flex-direction flex-flow flex-grow flex-shrink flex-wrap float font font-family ' +
    'font-feature-settings font-kerning font-size font-size-adjust font-span font-style font-variant ' +
    'font-variant-caps font-variant-numeric font-weight gap grid-area grid-column grid-gap grid-row grid-template ' +
    'grid-template-areas grid-template-columns grid-template-rows height hyphens justify-content justify-items ' +
    'justify-self left letter-spacing line-break line-height list-style list-style-position list-style-type margin ' +
    'max-height max-width min-height min-width object-fit object-position opacity order orphans outline ' +
    'outline-color outline-offset outline-style outline-width overflow overflow-wrap overflow-x overflow-y padding ' +
    'page-break-after page-break-before page-break-inside position right row-gap tab-size table-layout ' +
    'text-align text-align-last text-decoration text-decoration-color text-decoration-line text-decoration-style ' +
    'text-decoration-thickness text-indent text-orientation text-overflow text-rendering text-shadow text-size-adjust ' +
    '-webkit-text-size-adjust text-transform text-underline-offset top unicode-bidi vertical-align visibility ' +
    'white-space widows width word-break word-spacing word-wrap writing-mode z-index block-size inline-size ' +
    'max-inline-size min-inline-size'
  ).split(' '),
  ...sides.flatMap((side) => [
    `margin-${side}`,
    `padding-${side}`,
    `border-${side}`,
    `border-${side}-color`,
    `border-${side}-style`,
    `border-${side}-width`,
  ]),
  ...corners.map((corner) => `border-${corner}-radius`),
])

/** Whether a mail may set this property; its name is in lower case. */
export const isAllowedProperty = (name: string): boolean => allowed.has(name)
