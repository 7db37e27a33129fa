import { useEffect, useEffectEvent, useState } from 'react'
import { Input } from '../../design/input.tsx'

/** What was typed is told when nothing more was typed for this time. */
const pauseMs = 400

interface LateInputProps {
  type: 'text' | 'date'
  value: string
  placeholder?: string
  maxLength?: number
  onChange: (value: string) => void
}

/** An input in a field, which tells its value after a pause, so that a list is not read for every character. */
export function LateInput({ value, onChange, ...rest }: LateInputProps) {
  const [typed, setTyped] = useState(value)
  const [told, setTold] = useState(value)
  const [seen, setSeen] = useState(value)
  // Another value than the one that was typed here: by the browser's back, by a link, or by a button that clears.
  if (value !== seen) {
    setSeen(value)
    if (value !== told) {
      setTyped(value)
      setTold(value)
    }
  }
  const tell = useEffectEvent((text: string) => {
    setTold(text)
    onChange(text.trim())
  })
  useEffect(() => {
    if (typed === told) return
    const timer = setTimeout(() => tell(typed), pauseMs)
    return () => clearTimeout(timer)
  }, [typed, told])
  return (
    <Input
      {...rest}
      value={typed}
      autoComplete="off"
      spellCheck={false}
      onChange={({ target }) => setTyped(target.value)}
    />
  )
}
