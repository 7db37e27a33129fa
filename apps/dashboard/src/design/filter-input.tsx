import { type InputHTMLAttributes, type Ref, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Input } from './input.tsx'

/** A list is read after a pause of this length, and not for every character. */
const pauseMs = 300

interface FilterInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange'> {
  /** As it is in the URL. */
  value: string | undefined
  /** A shorter text counts as none. */
  minChars?: number
  /** Gets the text without white space around it; undefined for none. */
  onChange: (value: string | undefined) => void
  ref?: Ref<HTMLInputElement>
}

/** A field that filters a list: it reports its value after a pause in typing, or at Enter. */
export function FilterInput({ value = '', minChars = 1, onChange, ...rest }: FilterInputProps) {
  const [typed, setTyped] = useState(value)
  const reported = useRef(value)
  useEffect(() => {
    // The URL has changed by other means: back, a link, or a button that clears the filters.
    if (value === reported.current) return
    reported.current = value
    setTyped(value)
  }, [value])

  const report = (text: string) => {
    const next = text.trim().length < minChars ? '' : text.trim()
    if (next === reported.current) return
    reported.current = next
    onChange(next === '' ? undefined : next)
  }
  const reportTyped = useEffectEvent(() => report(typed))
  useEffect(() => {
    void typed
    const timer = setTimeout(reportTyped, pauseMs)
    return () => clearTimeout(timer)
  }, [typed])

  return (
    <Input
      autoComplete="off"
      spellCheck={false}
      {...rest}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onKeyDown={(event) => event.key === 'Enter' && report(typed)}
    />
  )
}
