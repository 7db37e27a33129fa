import leven from 'leven'
import { configSchema } from './config.ts'
import { nearest } from './nearest.ts'

const names = Object.keys(configSchema.shape)
/** Nobody else's variables begin with it. */
const ownPrefix = 'INLET_'
const leastChars = 6

/**
 * A sentence for each variable of an environment that looks like a setting and is none: a mistyped one would count for nothing, and
 * nobody would be told. Two characters may be off, the end may be missing, and what begins with our own prefix is always meant for us.
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
