import { firstLoadMaxBytes } from '../../test/support/first-load.ts'
import type { LongListRow } from './long-list.ts'
import type { ScreenChangesRow } from './screen-changes.ts'
import type { DashboardMailRow } from './visible-mail.ts'

interface DashboardRows {
  /** Of the screen with the most script. */
  firstLoadKb: number
  screenChanges: ScreenChangesRow
  visibleMail: DashboardMailRow
  longList: LongListRow
}

/** The figures of the dashboard as the terminal shows them, beside their bounds. */
export const dashboardLines = ({ firstLoadKb, screenChanges, visibleMail, longList }: DashboardRows) => [
  line('script of the first load, gzipped, kB', firstLoadKb, firstLoadMaxBytes / 1000),
  line(`change of screen, worst of ${screenChanges.changes}, ms`, screenChanges.worstMs, 100),
  line('the same, p50 ms', screenChanges.p50Ms),
  line('the same, p99 ms', screenChanges.p99Ms),
  ...Object.entries(screenChanges.worstMsOf).map(([screen, ms]) => line(`the same, ${screen}, worst ms`, ms)),
  line('until long lists are whole and the preview is there, worst ms', screenChanges.wholeMs),
  line(`calls that the screen does not need, of ${screenChanges.calls}`, screenChanges.unneededCalls, 0),
  line(`250→row is seen, ${visibleMail.dashboards} dashboards, p99 ms`, visibleMail.p99Ms, 300),
  line('the same, p50 ms', visibleMail.p50Ms),
  line('the same, worst ms', visibleMail.worstMs),
  line(`mails that were not seen, of ${visibleMail.mails}`, visibleMail.missing, 0),
  line(`longest task through ${longList.messages} messages, ms`, longList.longestTaskMs, 50),
  line('tasks over 50 ms', longList.longTasks),
  line('time to the oldest, s', longList.scrollSeconds),
  line(`late frames, of ${longList.frames}`, longList.lateFrames),
  line('rows in the page', longList.rowsInPage),
]

const line = (figure: string, value: number, bound?: number) => ({
  figure,
  value: Number(value.toFixed(1)),
  bound: bound ?? '',
  kept: bound === undefined ? '' : value <= bound ? 'yes' : 'NO',
})
