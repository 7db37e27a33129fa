import { computed } from '@preact/signals'
import { now } from '../state/time.ts'
import { language } from './language.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

const relative = computed(() => new Intl.RelativeTimeFormat(language.value, { numeric: 'auto', style: 'short' }))
const shortDay = computed(() => new Intl.DateTimeFormat(language.value, { day: 'numeric', month: 'short' }))
const full = computed(() => new Intl.DateTimeFormat(language.value, { dateStyle: 'long', timeStyle: 'short' }))
const day = computed(() => new Intl.DateTimeFormat(language.value, { dateStyle: 'long' }))

/** How long ago a time (ISO 8601) was, as lists show it. */
export function ago(time: string): string {
  const age = now.value - Date.parse(time)
  // The server's clock may be ahead of the browser's.
  if (age < minuteMs) return relative.value.format(0, 'second')
  if (age < hourMs) return relative.value.format(-Math.floor(age / minuteMs), 'minute')
  if (age < dayMs) return relative.value.format(-Math.floor(age / hourMs), 'hour')
  return shortDay.value.format(new Date(time))
}

/** A time (ISO 8601) with its date. */
export const dateAndTime = (time: string): string => full.value.format(new Date(time))

/** The date of a time (ISO 8601). */
export const dateOf = (time: string): string => day.value.format(new Date(time))

const units = ['byte', 'kilobyte', 'megabyte'] as const

/** A number of bytes as people read it. */
export function bytes(count: number): string {
  const step = Math.min(units.length - 1, count < 1000 ? 0 : Math.floor(Math.log10(count) / 3))
  return new Intl.NumberFormat(language.value, {
    style: 'unit',
    unit: units[step] ?? 'byte',
    // The short form of bytes has no plural in English.
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: step === 0 ? 0 : 1,
  }).format(count / 1000 ** step)
}

/** A number of seconds as people read it; above a minute and a half in minutes, rounded up. */
export function seconds(count: number): string {
  const [value, unit] = count > 90 ? [Math.ceil(count / 60), 'minute'] : [count, 'second']
  return new Intl.NumberFormat(language.value, { style: 'unit', unit, unitDisplay: 'long' }).format(value)
}
