/** A share of cases with the interval in which its true value lies in 95 of 100 samples (Wilson score interval); all from 0 to 1. */
export interface Share {
  value: number
  low: number
  high: number
}

const z = 1.959964

/** The share of `count` in `total`; without cases the value is 0 and the interval 0 to 1. */
export function shareOf(count: number, total: number): Share {
  if (total === 0) return { value: 0, low: 0, high: 1 }
  const value = count / total
  const spread = z * z
  const middle = (value + spread / (2 * total)) / (1 + spread / total)
  const half = (z / (1 + spread / total)) * Math.sqrt((value * (1 - value)) / total + spread / (4 * total * total))
  return { value, low: Math.max(0, middle - half), high: Math.min(1, middle + half) }
}
