import { CodeText } from './code-text.tsx'
import { CopyButton } from './copy-button.tsx'

interface CodeBlockProps {
  /** What it is: "curl command". */
  label: string
  code: string
}

/** Code to copy; long lines scroll. */
export const CodeBlock = ({ label, code }: CodeBlockProps) => (
  <div className="flex items-start gap-1 rounded-md border border-line bg-canvas pr-1">
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with the keyboard
      tabIndex={0}
      className="max-h-72 min-w-0 flex-1 overflow-auto rounded-md p-3"
    >
      <pre className="font-mono text-xs leading-5 [overflow-wrap:normal]">
        <code>
          <CodeText>{code}</CodeText>
        </code>
      </pre>
    </section>
    <div className="pt-1">
      <CopyButton text={code} of={label} />
    </div>
  </div>
)
