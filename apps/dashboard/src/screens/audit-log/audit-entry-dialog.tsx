import type { AuditEntry } from '@inlet/contract'
import type { ReactNode } from 'react'
import { Button } from '../../design/button.tsx'
import { CopyButton } from '../../design/copy-button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../design/dialog.tsx'
import { formatTime } from '../../design/format-time.ts'
import { inOrder } from '../../design/visible-text.ts'
import { actionLabel } from './action-label.ts'
import { actorLabel } from './actor-label.ts'

interface AuditEntryDialogProps {
  entry: AuditEntry
  /** Filters the log by who did this. */
  onFilterActor: (actor: string) => void
  onClose: () => void
}

/** One entry of the log, in full. */
export function AuditEntryDialog({ entry, onFilterActor, onClose }: AuditEntryDialogProps) {
  const { actor, action, target, note, ip, requestId, at } = entry
  const person = actor.id ?? actor.name
  return (
    <Dialog onClose={onClose} title={actionLabel(action)} description={formatTime(new Date(at))}>
      <DialogBody>
        <dl className="grid gap-3 text-ui sm:grid-cols-[7rem_minmax(0,1fr)] sm:gap-x-4">
          <Part name="Who">
            <Text>{actorLabel(actor)}</Text>
          </Part>
          <Part name="Record">
            {target.name !== null && <Text>{target.name}</Text>}
            <Code of={`id of the ${target.kind}`}>{target.id}</Code>
          </Part>
          <Part name="Note">{note === null ? <None /> : <Text>{note}</Text>}</Part>
          <Part name="IP address">{ip === null ? <None /> : <Code of="IP address">{ip}</Code>}</Part>
          <Part name="Request">{requestId === '' ? <None /> : <Code of="request id">{requestId}</Code>}</Part>
          <Part name="Action">
            <code className="font-mono text-xs">{action}</code>
          </Part>
        </dl>
      </DialogBody>
      <DialogFooter>
        {person !== null && <Button onClick={() => onFilterActor(person)}>Filter by this person</Button>}
        {/* Not the first button to copy something: its tooltip would take the first Escape. */}
        <Button variant="primary" autoFocus onClick={onClose}>
          Done
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

const Part = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="text-muted max-sm:-mb-2">{name}</dt>
    <dd className="grid min-w-0 gap-1">{children}</dd>
  </>
)

/** A text of a stranger, in any script, of any length. */
const Text = ({ children }: { children: string }) => (
  <span dir="auto" className="wrap-anywhere whitespace-pre-wrap">
    {inOrder(children)}
  </span>
)

const Code = ({ of, children }: { of: string; children: string }) => (
  <span className="flex min-w-0 items-center gap-1">
    <code className="wrap-anywhere min-w-0 font-mono text-muted text-xs">{children}</code>
    <CopyButton text={children} of={of} />
  </span>
)

const None = () => <span className="text-faint">None</span>
