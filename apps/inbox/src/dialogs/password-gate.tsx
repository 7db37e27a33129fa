import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { toApiError } from '../api/api-error.ts'
import { Button } from '../design/button.tsx'
import { useHeadingFocus } from '../design/heading-focus.ts'
import { Icon } from '../design/icon.tsx'
import { TextField } from '../design/text-field.tsx'
import { errorText } from '../languages/error-text.ts'
import { seconds } from '../languages/formats.ts'
import { t } from '../languages/language.ts'
import { countTo, now, secondsUntil } from '../state/time.ts'

interface PasswordGateProps {
  /** Another way on, below the form. */
  children?: ComponentChildren
  title: string
  text: string
  action: string
  /** Tries a password. @throws {ApiError} */
  open: (password: string) => Promise<void>
}

const wrongPassword = new Set(['unlock_password_invalid', 'inbox_password_invalid'])

/** A form for a password in place of the content. After too many tries it says how long to wait. */
export function PasswordGate({ title, text, action, open, children }: PasswordGateProps) {
  const heading = useHeadingFocus(title)
  const password = useSignal('')
  const error = useSignal<string | null>(null)
  const isBusy = useSignal(false)
  const blockedUntil = useSignal(0)
  const secondsLeft = secondsUntil(blockedUntil.value)
  const isBlocked = blockedUntil.value > now.value
  useEffect(() => countTo(blockedUntil.value), [blockedUntil.value])

  const submit = async () => {
    isBusy.value = true
    error.value = null
    try {
      await open(password.value)
    } catch (thrown) {
      const failed = toApiError(thrown)
      if (failed.status === 429) blockedUntil.value = Date.now() + (failed.facts.retryAfterSeconds ?? 60) * 1000
      else error.value = wrongPassword.has(failed.code) ? t('passwordWrong') : errorText(failed)
      password.value = ''
    } finally {
      isBusy.value = false
    }
  }
  const onSubmit = (event: Event) => {
    event.preventDefault()
    if (password.value !== '' && !isBusy.value && !isBlocked) void submit()
  }

  const wait = t('tooManyTries', { time: seconds(secondsLeft) })
  return (
    <section class="state-panel">
      <span class="state-icon">
        <Icon name="lock" />
      </span>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p>{text}</p>
      <form class="gate" onSubmit={onSubmit} noValidate>
        <TextField
          label={t('password')}
          type="password"
          name="password"
          autocomplete="current-password"
          maxLength={64}
          value={password.value}
          error={isBlocked ? wait : error.value}
          onText={(typed) => {
            password.value = typed
          }}
        />
        <Button kind="primary" type="submit" aria-disabled={isBusy.value || isBlocked}>
          {action}
        </Button>
      </form>
      {children}
    </section>
  )
}
