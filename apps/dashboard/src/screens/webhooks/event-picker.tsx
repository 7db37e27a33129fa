import type { WebhookEvent } from '@inlet/contract'
import { Check } from 'lucide-react'
import { Checkbox } from 'radix-ui'
import { useId } from 'react'
import { eventChoices } from './event-types.ts'

interface EventPickerProps {
  value: readonly WebhookEvent[]
  onChange: (events: WebhookEvent[]) => void
  error: string | undefined
}

/** The event types of a webhook: at least one. */
export function EventPicker({ value, onChange, error }: EventPickerProps) {
  const id = useId()
  const toggle = (event: WebhookEvent, isChosen: boolean) =>
    onChange(isChosen ? [...value, event] : value.filter((each) => each !== event))
  return (
    <fieldset className="grid gap-1.5" aria-describedby={error === undefined ? undefined : `${id}-error`}>
      <legend className="mb-1.5 font-medium text-ui">Events</legend>
      {eventChoices.map(({ value: event, hint }) => (
        <Checkbox.Root
          key={event}
          checked={value.includes(event)}
          onCheckedChange={(isChosen) => toggle(event, isChosen === true)}
          aria-label={event}
          aria-describedby={`${id}-${event}`}
          className="group flex items-start gap-2.5 rounded-md border border-line px-3 py-2 text-left transition-colors hover:bg-hover data-[state=checked]:border-accent data-[state=checked]:bg-accent-soft"
        >
          <span
            aria-hidden
            className="mt-0.5 grid size-4 shrink-0 place-items-center rounded border border-line-control text-surface group-data-[state=checked]:border-accent group-data-[state=checked]:bg-accent"
          >
            <Check className="size-3 opacity-0 group-data-[state=checked]:opacity-100" strokeWidth={3} />
          </span>
          <span className="grid">
            <span className="font-mono text-ui">{event}</span>
            <span id={`${id}-${event}`} className="text-muted text-xs">
              {hint}
            </span>
          </span>
        </Checkbox.Root>
      ))}
      {error !== undefined && (
        <p id={`${id}-error`} role="alert" className="text-danger text-xs">
          {error}
        </p>
      )}
    </fieldset>
  )
}
