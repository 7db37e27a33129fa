import { Inbox, SearchX } from 'lucide-react'
import { AddressText } from '../../design/address-text.tsx'
import { Button } from '../../design/button.tsx'
import { CodeBlock } from '../../design/code-block.tsx'
import { EmptyState } from '../../design/empty-state.tsx'
import { useConfig } from '../../session/session-context.tsx'
import { sendCommand } from './send-command.ts'

/** In place of the list where no message fits the filters. */
export const NothingFound = ({ onClear }: { onClear: () => void }) => (
  <EmptyState icon={SearchX} title="No results" action={<Button onClick={onClear}>Clear filters</Button>}>
    Every word has to appear in the subject or the text. New messages that match appear here automatically.
  </EmptyState>
)

/** In place of the list of an inbox without mail: how one gets here. */
export function EmptyInbox({ address }: { address: string }) {
  const { smtp } = useConfig()
  return (
    <EmptyState
      icon={Inbox}
      title="Waiting for mail"
      action={
        <div className="w-full min-w-0 text-left">
          <CodeBlock label="command that sends a mail" code={sendCommand(address, smtp)} />
        </div>
      }
    >
      Mail to{' '}
      <bdi>
        <AddressText>{address}</AddressText>
      </bdi>{' '}
      appears here by itself, within a second. To try it, send one:
    </EmptyState>
  )
}
