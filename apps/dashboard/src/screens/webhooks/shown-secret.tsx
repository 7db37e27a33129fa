import type { ReactNode } from 'react'
import { Button } from '../../design/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../design/dialog.tsx'
import { SecretValue } from '../../design/secret-value.tsx'
import { Verification } from './verification.tsx'

interface ShownSecretProps {
  title: string
  secret: string
  /** What else there is to know, such as how long the old secret is good. */
  note?: ReactNode
  onClose: () => void
}

/** The secret of a webhook: shown once, with code that verifies by it. */
export const ShownSecret = ({ title, secret, note, onClose }: ShownSecretProps) => (
  <Dialog
    onClose={onClose}
    closesOutside={false}
    size="large"
    title={title}
    description="Copy the secret now. It is not shown again. Give it to the receiver as INLET_WEBHOOK_SECRET."
  >
    <DialogBody>
      <SecretValue value={secret} of="secret" />
      {note}
      <Verification />
    </DialogBody>
    <DialogFooter>
      <Button variant="primary" onClick={onClose}>
        I have copied it
      </Button>
    </DialogFooter>
  </Dialog>
)
