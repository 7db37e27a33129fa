import { inOrder } from '../../design/visible-text.ts'

/** The text of a message. */
export const TextView = ({ text }: { text: string }) =>
  text.trim() === '' ? (
    <p className="py-2 text-faint text-ui">The message has no text.</p>
  ) : (
    <section
      aria-label="Text of the message"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with the keyboard
      tabIndex={0}
      className="h-full overflow-auto rounded-md"
    >
      <p dir="auto" className="max-w-prose whitespace-pre-wrap py-1 text-sm leading-6">
        {inOrder(text)}
      </p>
    </section>
  )
