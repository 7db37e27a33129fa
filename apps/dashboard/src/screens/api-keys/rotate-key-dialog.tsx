import type { ApiKey } from '@inlet/contract'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useTRPC } from '../../api/api-context.tsx'
import { Button } from '../../design/button.tsx'
import { ChoiceGroup } from '../../design/choice-group.tsx'
import { DateTime } from '../../design/date-time.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../design/dialog.tsx'
import { InlineError } from '../../design/inline-error.tsx'
import { inOrder } from '../../design/visible-text.ts'
import { ShownKey } from './shown-key.tsx'
import { useKeysChanged } from './use-keys-changed.ts'

const graces = [
  { value: '0', label: 'At once', hint: 'For a key that has leaked: programs with the old one fail from now on' },
  { value: '3600', label: 'In an hour' },
  { value: '86400', label: 'In 24 hours' },
  { value: '604800', label: 'In 7 days' },
] as const

type Grace = (typeof graces)[number]['value']

/** Replaces a key by a new one, which is shown once; the old one goes on for a while. */
export function RotateKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const trpc = useTRPC()
  const keysChanged = useKeysChanged()
  const [grace, setGrace] = useState<Grace>('86400')
  const formId = useId()
  const { mutate, data, error, isPending } = useMutation(
    trpc.dashboard.rotateApiKey.mutationOptions({ onSuccess: () => void keysChanged() }),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending) mutate({ id: apiKey.id, graceSeconds: Number(grace) })
  }
  if (data) {
    const { value, replaces } = data.data
    const note = (
      <p className="text-muted text-ui">
        {grace === '0' ? 'The old value has stopped working: ' : 'The old value stops working: '}
        <DateTime at={replaces.endsAt} />.
      </p>
    )
    return <ShownKey title="API key rotated" value={value} note={note} onClose={onClose} />
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={
        <>
          Rotate “<bdi>{inOrder(apiKey.name)}</bdi>”
        </>
      }
      description="A new key with the same name and scope takes its place. Its value is shown once, in the next step."
    >
      <DialogBody>
        <form id={formId} onSubmit={submit}>
          <ChoiceGroup legend="The old value stops working" value={grace} onChange={setGrace} choices={graces} />
        </form>
        <InlineError error={error} />
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="primary" type="submit" form={formId} isBusy={isPending}>
          Rotate key
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
