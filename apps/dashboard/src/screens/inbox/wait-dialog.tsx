import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../design/button.tsx'
import { CodeBlock } from '../../design/code-block.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../design/dialog.tsx'
import { Tabs } from '../../design/tabs.tsx'
import { useConfig } from '../../session/session-context.tsx'
import { useService } from '../../shell/service-context.tsx'
import { snippets } from '../api-keys/snippets.ts'

interface WaitDialogProps {
  address: string
  /** The newest message of the inbox. */
  after: string | undefined
  onClose: () => void
}

/** Code that waits for the next code of this inbox. */
export function WaitDialog({ address, after, onClose }: WaitDialogProps) {
  const { publicUrl } = useConfig()
  const { id } = useService()
  const [language, setLanguage] = useState('curl')
  return (
    <Dialog
      onClose={onClose}
      title="Wait for a code"
      description="The call returns as soon as a mail with a code arrives, or an empty list after 30 seconds."
    >
      <DialogBody>
        <Tabs
          label="Languages"
          value={language}
          onChange={setLanguage}
          tabs={snippets(publicUrl, 'YOUR_API_KEY', { address, after }).map(({ name, code }) => ({
            value: name,
            name,
            content: <CodeBlock label={`${name} sample`} code={code} />,
          }))}
        />
        <p className="text-muted text-ui">
          Put the value of one of the{' '}
          <Link
            to="/services/$serviceId/api-keys"
            params={{ serviceId: id }}
            className="text-ink underline underline-offset-2"
          >
            API keys
          </Link>{' '}
          in place of <code className="font-mono text-xs">YOUR_API_KEY</code>.
          {after !== undefined &&
            ' Only mail that comes after the newest one here counts; leave “after” away to take the newest code that is there.'}
        </p>
      </DialogBody>
      <DialogFooter>
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
