import { type ApiKeyScope, createApiKeyInput } from '@inlet/contract'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Controller } from 'react-hook-form'
import { useTRPC } from '../../api/api-context.tsx'
import { Button } from '../../design/button.tsx'
import { ChoiceGroup } from '../../design/choice-group.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../design/dialog.tsx'
import { Field } from '../../design/field.tsx'
import { InlineError } from '../../design/inline-error.tsx'
import { Input } from '../../design/input.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { useService } from '../../shell/service-context.tsx'
import { ShownKey } from './shown-key.tsx'
import { useKeysChanged } from './use-keys-changed.ts'

const schema = createApiKeyInput.pick({ name: true, scope: true, livemode: true })

const scopes: readonly { value: ApiKeyScope; label: string; hint: string }[] = [
  { value: 'read', label: 'Read', hint: 'Reads inboxes, and waits for codes' },
  { value: 'write', label: 'Write', hint: 'Makes and deletes addresses too' },
  { value: 'admin', label: 'Admin', hint: 'All that keys may do, in this service' },
]
const modes: readonly { value: 'live' | 'test'; label: string; hint: string }[] = [
  { value: 'live', label: 'Live', hint: 'For what runs in production' },
  { value: 'test', label: 'Test', hint: 'Does the same; what it makes is marked as of a test' },
]

/** The form of a new key, and then its value, which is shown this once. */
export function CreateKeyDialog({ onClose }: { onClose: () => void }) {
  const [value, setValue] = useState<string | null>(null)
  if (value !== null) return <ShownKey title="API key created" value={value} onClose={onClose} />
  return (
    <Dialog isOpen onClose={onClose} title="Create API key" description="Its value is shown once, in the next step.">
      <CreateKeyForm onClose={onClose} onCreated={setValue} />
    </Dialog>
  )
}

function CreateKeyForm({ onClose, onCreated }: { onClose: () => void; onCreated: (value: string) => void }) {
  const { id } = useService()
  const trpc = useTRPC()
  const keysChanged = useKeysChanged()
  const create = useMutation(trpc.dashboard.createApiKey.mutationOptions())
  const formId = useId()
  const { form, submit, error, isBusy } = useContractForm({
    schema,
    defaults: { name: '', scope: 'write', livemode: true },
    draft: `api-key.${id}`,
    act: async (values) => {
      const { data } = await create.mutateAsync({ id, ...values })
      void keysChanged()
      onCreated(data.value)
    },
  })
  return (
    <>
      <DialogBody>
        <form id={formId} onSubmit={submit} noValidate className="grid gap-5">
          <Field label="Name" hint="What uses it: “CI”, “checkout tests”." fault={form.formState.errors.name?.message}>
            <Input {...form.register('name')} autoComplete="off" />
          </Field>
          <Controller
            control={form.control}
            name="scope"
            render={({ field }) => (
              <ChoiceGroup legend="Scope" value={field.value} onChange={field.onChange} choices={scopes} />
            )}
          />
          <Controller
            control={form.control}
            name="livemode"
            render={({ field }) => (
              <ChoiceGroup
                legend="Kind"
                value={field.value === false ? 'test' : 'live'}
                onChange={(kind) => field.onChange(kind === 'live')}
                choices={modes}
              />
            )}
          />
        </form>
        <InlineError error={error} />
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="primary" type="submit" form={formId} isBusy={isBusy}>
          Create key
        </Button>
      </DialogFooter>
    </>
  )
}
