import type { ApiKey } from '@inlet/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTRPC } from '../../api/api-context.tsx'
import { useRefresh } from '../../api/use-refresh.ts'
import { ChoiceGroup } from '../../design/choice-group.tsx'
import { DateTime } from '../../design/date-time.tsx'
import { FormDialog } from '../../design/form-dialog.tsx'
import { inOrder } from '../../design/visible-text.ts'
import { ShownKey } from './shown-key.tsx'

const graces = [
  { value: 0, label: 'Immediately', hint: 'For a leaked key: programs that still use it fail from now on' },
  { value: 3600, label: 'In 1 hour' },
  { value: 86_400, label: 'In 24 hours' },
  { value: 604_800, label: 'In 7 days' },
]

/** Replaces a key by a new one, which is shown once; the old one works on for a while. */
export function RotateKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { dashboard } = useTRPC()
  const refresh = useRefresh()
  const [graceSeconds, setGraceSeconds] = useState(86_400)
  const { mutate, data, error, isPending } = useMutation(
    dashboard.rotateApiKey.mutationOptions({ onSuccess: () => void refresh(dashboard.listApiKeys) }),
  )
  if (data) {
    const { value, replaces } = data.data
    const note = (
      <p className="text-muted text-ui">
        {graceSeconds === 0 ? 'The old key stopped working ' : 'The old key stops working '}
        <DateTime at={replaces.endsAt} />.
      </p>
    )
    return <ShownKey title="API key rotated" value={value} note={note} onClose={onClose} />
  }
  return (
    <FormDialog
      title={
        <>
          Rotate “<bdi>{inOrder(apiKey.name)}</bdi>”
        </>
      }
      description="A new key with the same name and scope replaces it. The new key is shown once, in the next step."
      submitLabel="Rotate key"
      onClose={onClose}
      isBusy={isPending}
      error={error}
      onSubmit={() => mutate({ id: apiKey.id, graceSeconds })}
    >
      <ChoiceGroup
        legend="The old key stops working"
        value={graceSeconds}
        onChange={setGraceSeconds}
        choices={graces}
      />
    </FormDialog>
  )
}
