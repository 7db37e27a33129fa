import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { t } from '../languages/language.ts'
import { copyText } from '../state/copy.ts'
import { announce, showNotice } from '../state/notices.ts'
import { Button, IconButton } from './button.tsx'
import { Icon } from './icon.tsx'

interface CopyProps {
  text: string
  /** What the button does, such as "Copy code 482913". */
  label: string
}

const shownMs = 2000

/** `isCopied` for two seconds after `copy` worked. */
function useCopy(text: string) {
  const isCopied = useSignal(false)
  const timer = useRef(0)
  useEffect(() => () => clearTimeout(timer.current), [])

  const copy = async () => {
    if (!(await copyText(text))) {
      showNotice(t('copyFailed'), { isError: true })
      return
    }
    isCopied.value = true
    announce(t('copied'))
    clearTimeout(timer.current)
    timer.current = window.setTimeout(() => {
      isCopied.value = false
    }, shownMs)
  }
  return { isCopied: isCopied.value, onClick: () => void copy() }
}

/** Copies a text, and says that it did. */
export function CopyButton({ text, label, kind = 'plain' }: CopyProps & { kind?: 'plain' | 'primary' }) {
  const { isCopied, onClick } = useCopy(text)
  return (
    <Button kind={kind} icon={isCopied ? 'check' : 'copy'} onClick={onClick}>
      {isCopied ? t('copied') : label}
    </Button>
  )
}

/** The same as a drawing. */
export function CopyIconButton({ text, label }: CopyProps) {
  const { isCopied, onClick } = useCopy(text)
  return <IconButton icon={isCopied ? 'check' : 'copy'} label={isCopied ? t('copied') : label} onClick={onClick} />
}

/** A one-time code that is copied by one tap. */
export function CodeChip({ code }: { code: string }) {
  const { isCopied, onClick } = useCopy(code)
  const label = isCopied ? t('copied') : `${t('copyCode')} ${code}`
  return (
    <button
      type="button"
      class={`code-chip ${isCopied ? 'is-copied' : ''}`}
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      <bdi>{code}</bdi>
      <Icon name={isCopied ? 'check' : 'copy'} />
    </button>
  )
}
