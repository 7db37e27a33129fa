/** A document that a watched collection got or that was changed, as the change stream of live feeds has it. */
interface Changed<Kind extends string> {
  /** The resume token: the position of the change. */
  _id: { _data: string }
  kind: Kind
  /** The id of the document. */
  key: string
  /** When it was committed. */
  at: Date
}

/** A new document, with the fields that were asked for. */
export interface Inserted<Kind extends string, Doc> extends Changed<Kind> {
  document: Doc
}

/** A changed document, of which the change stream says no more than its id. */
export type Updated<Kind extends string> = Changed<Kind>
