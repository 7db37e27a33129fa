import type { Visitor } from '../support/inbox-page.ts'

/**
 * From the next page on, notices stay, and what they take back can be taken back, however slow the machine is. All timers of four to five seconds are
 * dropped, those of repeated counts too.
 */
export const keepNotices = ({ page }: Visitor): Promise<unknown> =>
  page.addInitScript(
    'const { setTimeout } = window; window.setTimeout = (run, ms, ...rest) => ms >= 4000 && ms <= 5000 ? 0 : setTimeout(run, ms, ...rest)',
  )
