import { createWebhookInput } from '@inlet/contract'
import { Controller, type UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { Field } from '../../design/field.tsx'
import { Switch } from '../../design/switch.tsx'
import { TextField } from '../../forms/fields.tsx'
import { EventPicker } from './event-picker.tsx'

/** What a person enters to create or to change a webhook. */
export const webhookForm = createWebhookInput.pick({ url: true, events: true, filterOtpOnly: true, description: true })

interface WebhookFieldsProps {
  form: UseFormReturn<z.input<typeof webhookForm>, unknown, z.output<typeof webhookForm>>
}

/** The fields of a webhook. */
export function WebhookFields({ form }: WebhookFieldsProps) {
  const { errors } = form.formState
  const getsMessages = form.watch('events').includes('message.received')
  return (
    <>
      <TextField
        form={form}
        name="url"
        label="URL"
        hint="Events are sent to it with POST. It must be public: https, on port 443, 8443 or 80."
        type="url"
        inputMode="url"
        spellCheck={false}
        placeholder="https://example.com/hooks/inlet"
      />
      <Controller
        control={form.control}
        name="events"
        render={({ field }) => (
          <EventPicker value={field.value} onChange={field.onChange} error={errors.events?.message} />
        )}
      />
      <Controller
        control={form.control}
        name="filterOtpOnly"
        render={({ field }) => (
          <Field
            isBeside
            label="Only mails with a code"
            hint="Skips mails without a one-time code. Other events are not filtered."
          >
            <Switch
              isOn={field.value === true}
              onChange={field.onChange}
              refusal={getsMessages ? null : 'Applies only to message.received, which is not selected'}
            />
          </Field>
        )}
      />
      <TextField form={form} name="description" label="Description" isOptional hint="A note for your team." />
    </>
  )
}
