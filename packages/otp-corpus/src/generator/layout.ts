import type { Draws } from './draws.ts'
import type { Template } from './html/template.ts'
import { templates } from './html/templates.ts'
import type { NumberMark } from './number-marks.ts'
import type { SourceMail } from './source-mail.ts'

/** The MIME structures of the mails. */
export type Shape =
  | 'plain'
  | 'flowed'
  | 'html'
  | 'alternative'
  | 'stub-text'
  | 'mixed'
  | 'related'
  | 'nested'
  | 'forwarded'
  | 'no-charset'

/** All choices for a mail that are made before it is written. */
export interface Layout {
  shape: Shape
  /** Whether the mail, or the one inside it, has the text or the HTML alone, or both. */
  faces: 'text' | 'html' | 'both'
  mark: NumberMark
  template: Template
  direction: 'ltr' | 'rtl'
}

const forwardedPercent = 45

/** Chooses the layout of a mail: the settings of its source, and pseudo-random choices for the rest. */
export function chooseLayout(mail: SourceMail, draws: Draws): Layout {
  const shape = chooseShape(mail, draws)
  return {
    shape,
    faces: chooseFaces(mail, shape, draws),
    mark: chooseMark(mail, draws),
    template: draws.pick('template', templates),
    direction: mail.traits.isRightToLeft ? 'rtl' : 'ltr',
  }
}

function chooseShape({ kind, layout, body }: SourceMail, draws: Draws): Shape {
  const hasQuote = body.some((block) => 'quote' in block)
  if (kind === 'forwarded' && hasQuote && layout === undefined && draws.chance('forwarded', forwardedPercent))
    return 'forwarded'
  const isOfText = layout === undefined || layout === 'plain' || layout === 'zero-width' || layout === 'full-width'
  const isOfHtml = layout !== 'plain' && layout !== 'both'
  const isOfBoth = layout !== 'plain' && layout !== 'html'
  if (layout === 'stub-text') return 'stub-text'
  return draws.weighted('shape', [
    { weight: isOfText ? 13 : 0, value: 'plain' },
    { weight: isOfText ? 6 : 0, value: 'flowed' },
    { weight: isOfHtml ? 17 : 0, value: 'html' },
    { weight: isOfBoth ? 24 : 0, value: 'alternative' },
    { weight: layout === undefined ? 9 : 0, value: 'stub-text' },
    { weight: 9, value: 'mixed' },
    { weight: layout === 'plain' ? 0 : 8, value: 'related' },
    { weight: isOfBoth ? 7 : 0, value: 'nested' },
    { weight: 7, value: 'no-charset' },
  ])
}

function chooseFaces({ layout }: SourceMail, shape: Shape, draws: Draws): Layout['faces'] {
  if (shape === 'plain' || shape === 'flowed') return 'text'
  if (shape === 'html') return 'html'
  if (shape === 'alternative' || shape === 'stub-text' || shape === 'nested') return 'both'
  if (layout === 'plain') return 'text'
  if (layout === 'html') return 'html'
  if (layout === 'both') return 'both'
  if (shape === 'related') return draws.pick('faces', ['html', 'both'])
  return layout === undefined ? draws.pick('faces', ['text', 'html', 'both']) : draws.pick('faces', ['html', 'both'])
}

function chooseMark({ traits, layout }: SourceMail, draws: Draws): NumberMark {
  if (layout === 'cells' || layout === 'spans' || layout === 'zero-width' || layout === 'full-width') return layout
  return draws.weighted('mark', [
    { weight: 50, value: 'none' },
    { weight: 22, value: 'bold' },
    { weight: 6, value: 'letter-spaced' },
    { weight: 6, value: 'spans' },
    { weight: 6, value: 'cells' },
    { weight: 4, value: 'divs' },
    { weight: 4, value: 'zero-width' },
    { weight: traits.hasFullWidthDigits ? 6 : 0, value: 'full-width' },
  ])
}
