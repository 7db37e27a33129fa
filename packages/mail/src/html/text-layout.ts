/**
 * How the text of a rendered document is set: runs of one look, in the order of the text. Run `n` begins at `starts[n]`, stands in
 * the block numbered `blocks[n]` and in the table cell numbered `cells[n]` (both grow through the document) and has the bits
 * `looks[n]` of `styleBits`.
 */
export interface TextLayout {
  starts: number[]
  blocks: number[]
  cells: number[]
  looks: number[]
}
