import type { Service } from '@inlet/contract'
import { Lock, LockOpen } from 'lucide-react'
import { useState } from 'react'
import { StateDot } from '../../design/badge.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { lazily } from '../../design/lazily.tsx'
import { useRefusal } from '../../shell/service-context.tsx'

const LockPasswordDialog = lazily(() => import('./lock-password-dialog.tsx'), 'LockPasswordDialog')
const UnlockDialog = lazily(() => import('./unlock-dialog.tsx'), 'UnlockDialog')

/** The password before all web inboxes of the service. */
export function AccessLockCard({ service }: { service: Service }) {
  const { id, accessLock } = service
  const refusal = useRefusal('admin')
  const [act, setAct] = useState<'password' | 'off' | null>(null)
  const close = () => setAct(null)
  return (
    <Card
      title="Access lock"
      description="One password for all web inboxes of this service. API keys and members do not need it."
      action={
        <span className="text-ui">
          <StateDot tone={accessLock.enabled ? 'good' : 'neutral'}>{accessLock.enabled ? 'On' : 'Off'}</StateDot>
        </span>
      }
    >
      <div className="grid justify-items-start gap-4 text-ui">
        <p className="text-muted">
          {accessLock.enabled
            ? 'Visitors have to enter the password. Their browser then stays unlocked for twelve hours.'
            : 'Anyone who knows an address of a domain with an open web inbox can read its mail.'}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button refusal={refusal} onClick={() => setAct('password')}>
            <Lock aria-hidden />
            {accessLock.enabled ? 'Change password…' : 'Turn on lock…'}
          </Button>
          {accessLock.enabled && (
            <Button refusal={refusal} onClick={() => setAct('off')}>
              <LockOpen aria-hidden />
              Turn off lock…
            </Button>
          )}
        </div>
      </div>
      {act === 'password' && <LockPasswordDialog id={id} isOn={accessLock.enabled} onClose={close} />}
      {act === 'off' && <UnlockDialog id={id} onClose={close} />}
    </Card>
  )
}
