import type { InputHTMLAttributes } from 'preact'
import { useId } from 'preact/hooks'

type TextFieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'label' | 'onInput'> & {
  label: string
  fault?: string | null
  suffix?: string
  onText: (text: string) => void
}

/** A field with its label, and what is wrong with it. */
export function TextField({ label, fault = null, suffix, onText, ...others }: TextFieldProps) {
  const id = useId()
  const faultId = `${id}-fault`
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <div class={`field-box ${fault ? 'is-wrong' : ''}`} dir={suffix ? 'ltr' : undefined}>
        <input
          {...others}
          id={id}
          autocapitalize="none"
          autocorrect="off"
          spellcheck={false}
          aria-invalid={fault !== null}
          aria-describedby={fault ? faultId : undefined}
          onInput={(event) => onText(event.currentTarget.value)}
        />
        {suffix && <span class="field-suffix">{suffix}</span>}
      </div>
      {fault && (
        <p class="fault" id={faultId} role="alert">
          {fault}
        </p>
      )}
    </div>
  )
}
