import { Button } from '../../design/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../design/dialog.tsx'

interface LeaveDialogProps {
  /** The fields with unsaved changes: "name, logo". */
  changed: string
  onStay: () => void
  onLeave: () => void
}

/** Asks before another screen takes the place of unsaved changes. */
export const LeaveDialog = ({ changed, onStay, onLeave }: LeaveDialogProps) => (
  <Dialog onClose={onStay} title="Leave without saving?" size="small">
    <DialogBody>
      <p className="text-muted text-ui">Unsaved changes are lost: {changed}.</p>
    </DialogBody>
    <DialogFooter>
      <Button onClick={onLeave}>Discard changes</Button>
      <Button variant="primary" onClick={onStay}>
        Stay here
      </Button>
    </DialogFooter>
  </Dialog>
)
