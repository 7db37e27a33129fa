import { useSignal } from '@preact/signals'
import { type ApiError, toApiError } from '../api/api-error.ts'
import { generateAddress } from '../api/public-api.ts'
import { Button } from '../design/button.tsx'
import { TextField } from '../design/text-field.tsx'
import { errorText } from '../languages/error-text.ts'
import { t } from '../languages/language.ts'
import { inboxPath, isLocalPart } from '../state/page-path.ts'
import { followLink, navigate } from '../state/route.ts'
import { rememberAddress, unlockToken } from '../state/visitor.ts'

/** Makes an address of a chosen name, or of a random one. */
export function ChooseAddress({ host, onLocked }: { host: string; onLocked: () => void }) {
  const name = useSignal('')
  const error = useSignal<string | null>(null)
  const taken = useSignal<string | null>(null)
  const isBusy = useSignal(false)

  const create = async (localPart: string) => {
    isBusy.value = true
    error.value = null
    taken.value = null
    try {
      const { full, sessionToken } = await generateAddress(host, localPart, unlockToken.value)
      rememberAddress(full, sessionToken)
      navigate(inboxPath(full))
    } catch (thrown) {
      onError(toApiError(thrown), localPart)
    } finally {
      isBusy.value = false
    }
  }

  const onError = (thrown: ApiError, localPart: string) => {
    if (thrown.code === 'unlock_required') {
      unlockToken.value = null
      onLocked()
    } else if (thrown.status === 409) taken.value = `${localPart}@${host}`
    else error.value = errorText(thrown)
  }

  const onSubmit = (event: Event) => {
    event.preventDefault()
    if (isBusy.value) return
    if (isLocalPart(name.value)) void create(name.value)
    else error.value = t('nameRule')
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
        error={error.value}
        onText={(text) => {
          name.value = text.trim().toLowerCase()
          error.value = null
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
