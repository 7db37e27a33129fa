import leven from 'leven'
import { configSchema } from './config.ts'
import { nearest } from './nearest.ts'

const names = Object.keys(configSchema.shape)
/** No other program's variables begin with it. */
const ownPrefix = 'INLET_'
const leastChars = 6

/**
 * A sentence for each variable that looks like a mistyped setting, which would be ignored silently. Two characters may differ, the end
 * may be missing, and a variable with our own prefix is always meant as a setting.
 */
export function unknownSettings(environment: Record<string, string | undefined> = process.env): string[] {
  return Object.keys(environment)
    .filter((name) => !names.includes(name))
    .flatMap((name) => {
      const meant = name.startsWith(ownPrefix) ? nearest(name, names) : mistyped(name)
      if (meant) return [`${name} is not a setting and has no effect: did you mean ${meant}?`]
      return name.startsWith(ownPrefix) ? [`${name} is not a setting and has no effect: see docs/CONFIG.md.`] : []
    })
}

function mistyped(name: string): string | null {
  if (name.length < leastChars) return null
  const close = names.find((known) => Math.abs(known.length - name.length) <= 2 && leven(name, known) <= 2)
  return close ?? names.find((known) => known.startsWith(`${name}_`)) ?? null
}
