const hourMs = 3_600_000

const agoMs = { hour: hourMs, day: 24 * hourMs, week: 7 * 24 * hourMs, month: 30 * 24 * hourMs }

/** From when on what has failed is sent again. */
export type Since = 'failing' | keyof typeof agoMs | 'typed'

/** The choices of the form; the first one only where the webhook is failing. */
export function sinceChoices(
  failingSince: string | null,
  format: (at: Date) => string,
): { value: Since; label: string; hint?: string }[] {
  const failing: { value: Since; label: string; hint: string }[] =
    failingSince === null
      ? []
      : [{ value: 'failing', label: 'Since it started to fail', hint: format(new Date(failingSince)) }]
  return [
    ...failing,
    { value: 'hour', label: 'In the last hour' },
    { value: 'day', label: 'In the last 24 hours' },
    { value: 'week', label: 'In the last 7 days' },
    { value: 'month', label: 'In the last 30 days' },
    { value: 'typed', label: 'Since a specific time' },
  ]
}

/** An hour before the first failure: its event was made before the attempt that failed. */
const marginMs = hourMs

/** The time that a choice means, as the API takes it; null where none was typed. */
export function sinceTime(
  since: Since,
  { now, failingSince, typed }: { now: Date; failingSince: string | null; typed: string },
): string | null {
  if (since === 'typed') return isoOf(new Date(typed))
  if (since === 'failing') return failingSince && isoOf(new Date(Date.parse(failingSince) - marginMs))
  return isoOf(new Date(now.getTime() - agoMs[since]))
}

const isoOf = (time: Date) => (Number.isNaN(time.getTime()) ? null : time.toISOString())

/** A time as the field of a date and a time has it: to the minute, in the zone of the browser. */
export function localMinute(time: Date): string {
  const local = new Date(time.getTime() - time.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}
