import type { InputHTMLAttributes } from 'preact'
import { useId } from 'preact/hooks'

type TextFieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'label' | 'onInput'> & {
  label: string
  error?: string | null
  suffix?: string
  onText: (text: string) => void
}

/** A field with its label, and what is wrong with it. */
export function TextField({ label, error = null, suffix, onText, ...others }: TextFieldProps) {
  const id = useId()
  const errorId = `${id}-error`
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <div class={`field-box ${error ? 'is-wrong' : ''}`} dir={suffix ? 'ltr' : undefined}>
        <input
          {...others}
          id={id}
          autocapitalize="none"
          autocorrect="off"
          spellcheck={false}
          aria-invalid={error !== null}
          aria-describedby={error ? errorId : undefined}
          onInput={(event) => onText(event.currentTarget.value)}
        />
        {suffix && <span class="field-suffix">{suffix}</span>}
      </div>
      {error && (
        <p class="error" id={errorId} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
