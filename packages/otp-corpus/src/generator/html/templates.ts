import type { Template } from './template.ts'
import { columnTables } from './templates/column-tables.ts'
import { documentOutline } from './templates/document-outline.ts'
import { gridClasses } from './templates/grid-classes.ts'
import { handWritten } from './templates/hand-written.ts'
import { mailProgram } from './templates/mail-program.ts'
import { newsletterBlocks } from './templates/newsletter-blocks.ts'
import { oneLongLine } from './templates/one-long-line.ts'
import { preformatted } from './templates/preformatted.ts'
import { receiptClasses } from './templates/receipt-classes.ts'
import { roundedCard } from './templates/rounded-card.ts'
import { twoColours } from './templates/two-colours.ts'
import { wordProcessor } from './templates/word-processor.ts'

/** The senders' templates; each is a style that real mail has. */
export const templates: readonly [Template, ...Template[]] = [
  columnTables,
  documentOutline,
  gridClasses,
  handWritten,
  mailProgram,
  newsletterBlocks,
  oneLongLine,
  preformatted,
  receiptClasses,
  roundedCard,
  twoColours,
  wordProcessor,
]
