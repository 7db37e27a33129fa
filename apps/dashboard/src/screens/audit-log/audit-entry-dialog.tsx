import type { AuditEntry } from '@inlet/contract'
import type { ReactNode } from 'react'
import { Button } from '../../design/button.tsx'
import { CopyButton } from '../../design/copy-button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../design/dialog.tsx'
import { fullTime } from '../../design/time-words.ts'
import { inOrder } from '../../design/visible-text.ts'
import { actionWords } from './action-words.ts'
import { actorWords } from './actor-words.ts'

interface AuditEntryDialogProps {
  entry: AuditEntry
  /** Narrows the log to who did this. */
  onFilterActor: (actor: string) => void
  onClose: () => void
}

/** All that the log has about one change. */
export function AuditEntryDialog({ entry, onFilterActor, onClose }: AuditEntryDialogProps) {
  const { actor, action, target, note, ip, requestId, at } = entry
  const person = actor.id ?? actor.name
  return (
    <Dialog isOpen onClose={onClose} title={actionWords(action)} description={fullTime(new Date(at))}>
      <DialogBody>
        <dl className="grid gap-3 text-ui sm:grid-cols-[7rem_minmax(0,1fr)] sm:gap-x-4">
          <Part name="Who">
            <Text>{actorWords(actor)}</Text>
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
        {person !== null && <Button onClick={() => onFilterActor(person)}>Only what they did</Button>}
        {/* Not the first button to copy something: its tooltip would take the first Escape. */}
        <Button look="primary" autoFocus onClick={onClose}>
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
