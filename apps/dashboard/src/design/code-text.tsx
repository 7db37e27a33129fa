// Marks, embeddings, overrides and isolates (Unicode Standard Annex 9, 2): they show nothing, and change the order of what is beside them.
const bidiControl = /([\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069])/u

/** Exact text of a stranger, such as an answer over HTTP: a control of the writing direction is shown by its name and does nothing. */
export const CodeText = ({ children }: { children: string }) =>
  children.split(bidiControl).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other name, and never change their places
      <span key={index} className="rounded bg-warn-soft px-0.5 text-warn">
        U+{part.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}
      </span>
    ),
  )
