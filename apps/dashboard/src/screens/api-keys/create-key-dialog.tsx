import { type ApiKeyScope, createApiKeyInput } from '@inlet/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTRPC } from '../../api/api-context.tsx'
import { useRefresh } from '../../api/use-refresh.ts'
import { ContractFormDialog } from '../../forms/contract-form-dialog.tsx'
import { ChoiceField, TextField } from '../../forms/fields.tsx'
import { useService } from '../../shell/service-context.tsx'
import { ShownKey } from './shown-key.tsx'

const schema = createApiKeyInput.pick({ name: true, scope: true, livemode: true })

const scopes: readonly { value: ApiKeyScope; label: string; hint: string }[] = [
  { value: 'read', label: 'Read', hint: 'Reads inboxes and waits for codes' },
  { value: 'write', label: 'Write', hint: 'Also creates and deletes addresses' },
  { value: 'admin', label: 'Admin', hint: 'Everything that a key can do in this service' },
]
const modes = [
  { value: true, label: 'Live', hint: 'For programs in production' },
  { value: false, label: 'Test', hint: 'Works the same; everything it creates is marked as test data' },
]

/** The form of a new key, and then its value, which is shown only this once. */
export function CreateKeyDialog({ onClose }: { onClose: () => void }) {
  const { id } = useService()
  const { dashboard } = useTRPC()
  const refresh = useRefresh()
  const create = useMutation(dashboard.createApiKey.mutationOptions())
  const [value, setValue] = useState<string | null>(null)
  if (value !== null) return <ShownKey title="API key created" value={value} onClose={onClose} />
  return (
    <ContractFormDialog
      title="Create API key"
      description="The key is shown once, in the next step."
      submitLabel="Create key"
      onClose={onClose}
      schema={schema}
      defaults={{ name: '', scope: 'write', livemode: true }}
      draft={`api-key.${id}`}
      onSubmit={async (values) => {
        const { data } = await create.mutateAsync({ id, ...values })
        void refresh(dashboard.listApiKeys)
        setValue(data.value)
      }}
    >
      {(form) => (
        <>
          <TextField form={form} name="name" label="Name" hint="The program that uses it: “CI”, “checkout tests”." />
          <ChoiceField form={form} name="scope" legend="Scope" choices={scopes} />
          <ChoiceField form={form} name="livemode" legend="Mode" choices={modes} />
        </>
      )}
    </ContractFormDialog>
  )
}
