/** What a list shows of a message and nothing changes, but for its times. */
export interface MessageSummary {
  fromAddr: string
  fromName: string
  toAddr: string
  subject: string
  preview: string
  sizeBytes: number
  tags: string[]
}

type SummaryRow = [
  fromAddr: string,
  fromName: string,
  toAddr: string,
  subject: string,
  preview: string,
  sizeBytes: number,
  tags: string[],
]
const summaryFields: SummaryRow['length'] = 7

/** A summary as one text, the JSON of a `SummaryRow`: a list decodes one field where it would decode an object of seven. */
export function packSummary(summary: MessageSummary): string {
  const { fromAddr, fromName, toAddr, subject, preview, sizeBytes, tags } = summary
  return JSON.stringify([fromAddr, fromName, toAddr, subject, preview, sizeBytes, tags] satisfies SummaryRow)
}

/** The other way round. @throws for a text that is no array of seven */
export function unpackSummary(text: string): MessageSummary {
  const [fromAddr, fromName, toAddr, subject, preview, sizeBytes, tags] = rowOf(text)
  return { fromAddr, fromName, toAddr, subject, preview, sizeBytes, tags }
}

function rowOf(text: string): SummaryRow {
  try {
    // Not checked field by field: lists have a hundred of them, and nobody else writes them.
    const row: SummaryRow = JSON.parse(text)
    if (Array.isArray(row) && row.length === summaryFields) return row
  } catch {
    // The parser's own error quotes the text, which no log may show.
  }
  throw new Error('The summary of a message cannot be unpacked')
}
