import { Button } from '../design/button.tsx'
import { StatePanel } from '../design/state-panel.tsx'
import { LockGate } from '../dialogs/lock-gate.tsx'
import { PasswordGate } from '../dialogs/password-gate.tsx'
import { errorText } from '../languages/error-text.ts'
import { t } from '../languages/language.ts'
import { domain } from '../state/domain.ts'
import { followLink } from '../state/route.ts'
import type { OpenInbox } from './open-inbox.ts'

/** What stands in place of an inbox that cannot be shown, each with a way on. */
export function BlockedInbox({ inbox }: { inbox: OpenInbox }) {
  const { address, retry } = inbox
  const phase = inbox.phase.value

  if (phase.state === 'locked') return <LockGate host={domain.value?.host ?? ''} onOpen={retry} />
  if (phase.state === 'password') {
    return (
      <PasswordGate
        title={t('protectedTitle')}
        text={t('protectedText', { address })}
        action={t('unlock')}
        open={(password) => inbox.open(password)}
      >
        <StartLink />
      </PasswordGate>
    )
  }
  if (phase.state === 'failed') {
    const { code, facts } = phase.error
    const { requestId } = facts
    const isFinal = code === 'reserved_address'
    return (
      <StatePanel
        icon="warning"
        title={t('failedTitle')}
        text={errorText(phase.error)}
        detail={requestId && t('requestId', { id: requestId })}
        takesFocus
      >
        {!isFinal && (
          <Button kind="primary" onClick={retry}>
            {t('tryAgain')}
          </Button>
        )}
        <StartLink />
      </StatePanel>
    )
  }
  return (
    <StatePanel icon="inbox" title={t('unknownHostTitle')} text={t('absentText', { address })} takesFocus>
      <StartLink />
    </StatePanel>
  )
}

function StartLink() {
  return (
    <a class="button button-quiet" href="/" onClick={followLink}>
      {t('toStart')}
    </a>
  )
}
