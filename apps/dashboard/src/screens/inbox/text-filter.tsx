import { type InputHTMLAttributes, type Ref, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Input } from '../../design/input.tsx'

/** Typing that pauses for so long is looked for. */
const pauseMs = 300

interface TextFilterProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange'> {
  value: string | undefined
  /** With fewer characters nothing is looked for. */
  minChars?: number
  onChange: (value: string | undefined) => void
  ref?: Ref<HTMLInputElement>
}

/** A line of text that filters a list while one types. */
export function TextFilter({ value = '', minChars = 1, onChange, ...rest }: TextFilterProps) {
  const [typed, setTyped] = useState(value)
  const told = useRef(value)
  useEffect(() => {
    // The URL has changed by other means: back, or a filter that was taken away.
    if (value === told.current) return
    told.current = value
    setTyped(value)
  }, [value])

  const tell = (text: string) => {
    const next = text.trim().length < minChars ? '' : text.trim()
    if (next === told.current) return
    told.current = next
    onChange(next === '' ? undefined : next)
  }
  const tellTyped = useEffectEvent(() => tell(typed))
  useEffect(() => {
    void typed
    const timer = setTimeout(tellTyped, pauseMs)
    return () => clearTimeout(timer)
  }, [typed])

  return (
    <Input
      autoComplete="off"
      spellCheck={false}
      {...rest}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onKeyDown={(event) => event.key === 'Enter' && tell(typed)}
    />
  )
}
