import { CopyButton } from './copy-button.tsx'

/** A secret that is shown this once, with its copy button. */
export const SecretValue = ({ value, of }: { value: string; of: string }) => (
  <div className="flex items-center gap-2">
    <code
      data-secret
      className="min-w-0 flex-1 select-all break-all rounded-md border border-line bg-canvas px-2.5 py-1.5 font-mono text-xs leading-5"
    >
      {value}
    </code>
    <CopyButton text={value} of={of} hasWord />
  </div>
)
