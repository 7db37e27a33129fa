import type { Plan } from '@inlet/contract'

/** An amount in the smallest unit of its currency (ISO 4217), as people write it. */
export function formatMoney(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  const { maximumFractionDigits: digits = 2 } = format.resolvedOptions()
  const isWhole = amount % 10 ** digits === 0
  return new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    minimumFractionDigits: isWhole ? 0 : digits,
  }).format(amount / 10 ** digits)
}

/** The price of a plan; one without a price costs nothing here. */
export const formatPrice = ({ price }: Plan): string =>
  price === null ? 'Free' : `${formatMoney(price.amount, price.currency)} a month`

const counts = new Intl.NumberFormat('en')

export const formatCount = (count: number): string => counts.format(count)

/** A limit of a plan with what it counts; null is without limit. */
export const formatLimit = (limit: number | null, one: string, many: string): string =>
  limit === null ? `Unlimited ${many}` : `${counts.format(limit)} ${limit === 1 ? one : many}`

const sizes = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })
const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const

/** A size, with the unit that leaves one to three digits. */
export function formatSize(bytes: number): string {
  const step = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)))
  return `${sizes.format(bytes / 1000 ** step)} ${units[step] ?? 'B'}`
}

/** How much of a limit is used, from 0 to 1; 0 where there is no limit, 1 where the limit is 0. */
export const shareOf = ({ used, limit }: { used: number; limit: number | null }): number =>
  limit === null ? 0 : limit === 0 ? 1 : Math.min(1, used / limit)
