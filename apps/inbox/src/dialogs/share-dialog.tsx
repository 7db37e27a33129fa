import { CopyButton } from '../design/copy-button.tsx'
import { Dialog } from '../design/dialog.tsx'
import { t } from '../languages/language.ts'
import { inboxPath } from '../state/page-path.ts'
import { QrCode } from './qr-code.tsx'

/** The link to an inbox, as text and QR code. Without the session token: who has the link can read, and not delete. */
export function ShareDialog({ address, onClose }: { address: string; onClose: () => void }) {
  const link = `${location.origin}${inboxPath(address)}`
  return (
    <Dialog title={t('share')} onClose={onClose}>
      <p>{t('shareText')}</p>
      <QrCode text={link} />
      <p class="share-link">
        <bdi dir="ltr">{link}</bdi>
      </p>
      <div class="actions">
        <CopyButton kind="primary" text={link} label={t('copyLink')} />
      </div>
    </Dialog>
  )
}
