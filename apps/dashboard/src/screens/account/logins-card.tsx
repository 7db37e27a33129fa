import { useMutation } from '@tanstack/react-query'
import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { useTRPC } from '../../api/api-context.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { ConfirmDialog } from '../../design/confirm-dialog.tsx'
import { useConfig, useSession } from '../../session/session-context.tsx'

/** Logs out this browser, or all of them. The latter works only where the server is the login provider. */
export function LoginsCard() {
  const session = useSession()
  const { hasOwnLogins, issuer } = useConfig()
  const [isAsked, setAsked] = useState(false)
  return (
    <Card
      title="Logins"
      description="Logs this browser out, including its other tabs."
      footer={
        <>
          <Button onClick={() => void session.logOut()}>
            <LogOut aria-hidden />
            Log out
          </Button>
          {hasOwnLogins && (
            <Button variant="danger" onClick={() => setAsked(true)}>
              Log out everywhere
            </Button>
          )}
        </>
      }
    >
      {hasOwnLogins ? (
        <p className="text-ui">
          Logging out everywhere is for a browser that you left open, or a device that you lost: all your logins end, on
          every device.
        </p>
      ) : (
        <p className="text-ui">
          You log in at <bdi className="wrap-anywhere font-medium">{hostOf(issuer)}</bdi>, which alone knows your other
          logins: end them there. “Log out” ends the login of this browser at that provider too, if it offers that. An
          access token that another browser already has stays valid until it expires, as that provider has set it.
        </p>
      )}
      {isAsked && <EndLoginsDialog onClose={() => setAsked(false)} />}
    </Card>
  )
}

function EndLoginsDialog({ onClose }: { onClose: () => void }) {
  const trpc = useTRPC()
  const session = useSession()
  const { mutate, error, isPending } = useMutation(
    trpc.dashboard.endLogins.mutationOptions({ onSuccess: () => session.loggedOutEverywhere() }),
  )
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Log out everywhere"
      loss="All your logins end within a second, including this one. Unsaved text in other browsers may be lost. API keys keep working, and so do access tokens that your operator issued for programs."
      name={null}
      submitLabel="Log out everywhere"
      isBusy={isPending}
      error={error}
      onConfirm={() => mutate({ confirm: 'everywhere' })}
    />
  )
}

/** The host of an issuer. */
const hostOf = (issuer: string): string => (URL.canParse(issuer) ? new URL(issuer).host : issuer)
