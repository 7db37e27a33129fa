import { Switch as Radix } from 'radix-ui'
import { useFieldAttributes } from './field.tsx'
import { Tooltip } from './tooltip.tsx'

interface SwitchProps {
  isOn: boolean
  onChange: (isOn: boolean) => void
  /** Its name outside of a `Field`. */
  label?: string
  /** Why it cannot be used now. */
  refusal?: string | null
}

/** On or off, at once. */
export function Switch({ isOn, onChange, label, refusal = null }: SwitchProps) {
  const control = (
    <Radix.Root
      {...useFieldAttributes()}
      checked={isOn}
      onCheckedChange={(next) => refusal === null && onChange(next)}
      aria-label={label}
      aria-disabled={refusal !== null || undefined}
      className="h-5 w-9 shrink-0 rounded-full border border-line-control bg-subtle p-px transition-colors aria-disabled:opacity-50 data-[state=checked]:border-accent data-[state=checked]:bg-accent"
    >
      <Radix.Thumb className="block size-4 rounded-full bg-line-control transition-transform data-[state=checked]:translate-x-4 data-[state=checked]:bg-surface" />
    </Radix.Root>
  )
  return refusal === null ? control : <Tooltip text={refusal}>{control}</Tooltip>
}
