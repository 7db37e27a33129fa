import { CopyButton } from './copy-button.tsx'

interface CodeBlockProps {
  /** What it is: "curl command". */
  label: string
  code: string
}

/** Code to copy; long lines scroll. */
export const CodeBlock = ({ label, code }: CodeBlockProps) => (
  <div className="relative rounded-md border border-line bg-canvas">
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with the keyboard
      tabIndex={0}
      className="max-h-72 overflow-auto rounded-md p-3 pr-12"
    >
      <pre className="font-mono text-xs leading-5 [overflow-wrap:normal]">
        <code>{code}</code>
      </pre>
    </section>
    <div className="absolute top-1 right-1 rounded-md bg-canvas">
      <CopyButton text={code} of={label} />
    </div>
  </div>
)
