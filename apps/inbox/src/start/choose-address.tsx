import { useSignal } from '@preact/signals'
import { type ApiFault, asFault } from '../api/api-fault.ts'
import { generateAddress } from '../api/public-api.ts'
import { Button } from '../design/button.tsx'
import { TextField } from '../design/text-field.tsx'
import { faultText } from '../languages/fault-text.ts'
import { t } from '../languages/language.ts'
import { inboxPath, isLocalPart } from '../state/page-path.ts'
import { followLink, navigate } from '../state/route.ts'
import { rememberAddress, unlockToken } from '../state/visitor.ts'

/** Makes an address of a chosen name, or of a random one. */
export function ChooseAddress({ host, onLocked }: { host: string; onLocked: () => void }) {
  const name = useSignal('')
  const fault = useSignal<string | null>(null)
  const taken = useSignal<string | null>(null)
  const isBusy = useSignal(false)

  const create = async (localPart: string) => {
    isBusy.value = true
    fault.value = null
    taken.value = null
    try {
      const { full, sessionToken } = await generateAddress(host, localPart, unlockToken.value)
      rememberAddress(full, sessionToken)
      navigate(inboxPath(full))
    } catch (thrown) {
      onFault(asFault(thrown), localPart)
    } finally {
      isBusy.value = false
    }
  }

  const onFault = (thrown: ApiFault, localPart: string) => {
    if (thrown.code === 'unlock_required') {
      unlockToken.value = null
      onLocked()
    } else if (thrown.status === 409) taken.value = `${localPart}@${host}`
    else fault.value = faultText(thrown)
  }

  const onSubmit = (event: Event) => {
    event.preventDefault()
    if (isBusy.value) return
    if (isLocalPart(name.value)) void create(name.value)
    else fault.value = t('nameRule')
  }

  return (
    <form class="choose" onSubmit={onSubmit} noValidate>
      <TextField
        label={t('name')}
        name="name"
        autocomplete="off"
        maxLength={64}
        suffix={`@${host}`}
        value={name.value}
        fault={fault.value}
        onText={(text) => {
          name.value = text.trim().toLowerCase()
          fault.value = null
          taken.value = null
        }}
      />
      {taken.value && (
        <p class="taken" role="alert">
          {t('nameTaken')}{' '}
          <a href={inboxPath(taken.value)} onClick={followLink}>
            {t('openAddress', { address: taken.value })}
          </a>
        </p>
      )}
      <div class="choose-actions">
        <Button kind="primary" type="submit" aria-disabled={isBusy.value}>
          {t('createAddress')}
        </Button>
        <Button icon="random" aria-disabled={isBusy.value} onClick={() => !isBusy.value && void create('')}>
          {t('randomAddress')}
        </Button>
      </div>
    </form>
  )
}
