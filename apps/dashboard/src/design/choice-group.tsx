import { RadioGroup } from 'radix-ui'
import { useId } from 'react'

interface ChoiceGroupProps<T extends string | number | boolean> {
  legend: string
  value: T
  onChange: (value: T) => void
  choices: readonly { value: T; label: string; hint?: string }[]
}

/** A few choices with an explanation each, all of them visible. */
export function ChoiceGroup<T extends string | number | boolean>({
  legend,
  value,
  onChange,
  choices,
}: ChoiceGroupProps<T>) {
  const id = useId()
  const select = (next: string) => {
    const chosen = choices.find((each) => String(each.value) === next)
    if (chosen) onChange(chosen.value)
  }
  return (
    <div className="grid gap-1.5">
      <span id={id} className="font-medium text-ui">
        {legend}
      </span>
      <RadioGroup.Root aria-labelledby={id} value={String(value)} onValueChange={select} className="grid gap-1.5">
        {choices.map((choice) => (
          <RadioGroup.Item
            key={String(choice.value)}
            value={String(choice.value)}
            aria-label={choice.label}
            aria-describedby={choice.hint && `${id}-${choice.value}`}
            className="group flex items-start gap-2.5 rounded-md border border-line px-3 py-2 text-left transition-colors hover:bg-hover data-[state=checked]:border-accent data-[state=checked]:bg-accent-soft"
          >
            <span
              aria-hidden
              className="mt-0.5 grid size-4 shrink-0 place-items-center rounded-full border border-line-control group-data-[state=checked]:border-accent group-data-[state=checked]:bg-accent"
            >
              <span className="size-1.5 rounded-full bg-surface opacity-0 group-data-[state=checked]:opacity-100" />
            </span>
            <span className="grid">
              <span className="font-medium text-ui">{choice.label}</span>
              {choice.hint && (
                <span id={`${id}-${choice.value}`} className="text-muted text-xs">
                  {choice.hint}
                </span>
              )}
            </span>
          </RadioGroup.Item>
        ))}
      </RadioGroup.Root>
    </div>
  )
}
