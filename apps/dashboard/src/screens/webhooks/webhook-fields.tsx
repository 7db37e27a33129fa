import { Controller, type UseFormReturn } from 'react-hook-form'
import { Field } from '../../design/field.tsx'
import { Input } from '../../design/input.tsx'
import { Switch } from '../../design/switch.tsx'
import { EventPicker } from './event-picker.tsx'
import type { WebhookFormInput, WebhookFormOutput } from './webhook-form.ts'

/** The fields of a webhook, when it is made and when it is changed. */
export function WebhookFields({ form }: { form: UseFormReturn<WebhookFormInput, unknown, WebhookFormOutput> }) {
  const { errors } = form.formState
  const getsMails = form.watch('events').includes('message.received')
  return (
    <>
      <Field
        label="URL"
        hint="Events are sent to it with POST, from the internet: https, on port 443, 8443 or 80."
        fault={errors.url?.message}
      >
        <Input
          {...form.register('url')}
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://example.com/hooks/inlet"
        />
      </Field>
      <Controller
        control={form.control}
        name="events"
        render={({ field }) => (
          <EventPicker value={field.value} onChange={field.onChange} fault={errors.events?.message} />
        )}
      />
      <Controller
        control={form.control}
        name="filterOtpOnly"
        render={({ field }) => (
          <Field
            isBeside
            label="Only mails with a code"
            hint="Mails without a one-time code are left out. The other events are not filtered."
          >
            <Switch
              isOn={field.value === true}
              onChange={field.onChange}
              refusal={getsMails ? null : 'This concerns message.received alone, which is not chosen'}
            />
          </Field>
        )}
      />
      <Field label="Description" isOptional hint="A note for people." fault={errors.description?.message}>
        <Input {...form.register('description')} autoComplete="off" />
      </Field>
    </>
  )
}
