import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { isUnlocked } from '../api/public-api.ts'
import { useHeadingFocus } from '../design/heading-focus.ts'
import { LockGate } from '../dialogs/lock-gate.tsx'
import { t } from '../languages/language.ts'
import { unlockToken } from '../state/visitor.ts'
import { ChooseAddress } from './choose-address.tsx'
import { RecentAddresses } from './recent-addresses.tsx'

/** Where a visitor picks an address. On a locked service only with the password of the lock. */
export function StartView({ host, isLocked }: { host: string; isLocked: boolean }) {
  const isOpen = useSignal(!isLocked || unlockToken.value !== null)
  const heading = useHeadingFocus('start')
  useEffect(() => {
    const token = unlockToken.value
    if (!isLocked || token === null) return
    // Without an answer the token is taken as good: the next call decides.
    isUnlocked(host, token).then(
      (isGood) => {
        isOpen.value = isGood
        if (!isGood) unlockToken.value = null
      },
      () => {},
    )
  }, [host, isLocked])

  if (!isOpen.value) {
    return (
      <LockGate
        host={host}
        onOpen={() => {
          isOpen.value = true
        }}
      />
    )
  }
  return (
    <div class="start">
      <h1 ref={heading} tabIndex={-1}>
        {t('startTitle')}
      </h1>
      <p class="lead">{t('startText')}</p>
      <ChooseAddress
        host={host}
        onLocked={() => {
          isOpen.value = false
        }}
      />
      <RecentAddresses />
    </div>
  )
}
