import type { MailpitRow } from './beside-mailpit.ts'
import type { AfterAnswerRow } from './client/after-answer.ts'
import type { ManyTestsRow } from './client/many-tests.ts'
import type { ColdRow } from './cold-start.ts'
import type { DensityResult } from './density-load.ts'
import type { FairRow } from './fair/measure-scenario.ts'
import type { ScenarioRow } from './hostile/measure-scenario.ts'
import type { IdleRow } from './hostile/other-figures.ts'
import type { FirstPaintRow } from './inbox-page/first-paint.ts'
import type { VisibleMailRow } from './inbox-page/visible-mail.ts'
import type { IngestRow } from './ingest.ts'
import type { FeedsRow } from './live-feed/measure-feeds.ts'
import type { LongPollRow } from './long-polls.ts'
import type { ParsingRow } from './parsing.ts'
import type { ReadRow } from './reads.ts'
import type { RenderingRow } from './rendering.ts'
import { allThreads } from './thread-times.ts'
import type { KilledRow } from './webhooks/killed-workers.ts'
import type { EventsRow } from './webhooks/measure-events.ts'
import type { BesideRow } from './webhooks/measure-ingest-beside.ts'

const rounded = (value: number, digits = 0) => Number(value.toFixed(digits))

/** A row of ingest as the terminal shows it. */
export const ingestLine = (row: IngestRow) => ({
  mail: row.mail,
  bytes: rounded(row.mailBytes),
  connections: row.connections,
  'mails/s': rounded(row.rate),
  'of bare SMTP': rounded(row.rate / row.bareSmtpRate, 2),
  'of bare insertMany': rounded(row.rate / row.bareInsertRate, 2),
  'dot→250 p50 ms': rounded(row.p50Ms, 1),
  'p99 ms': rounded(row.p99Ms, 1),
  refused: row.refused,
})

/** The same of the processor time for a mail of ingest. */
export const threadLine = ({ mail, connections, threadUs }: Pick<IngestRow, 'mail' | 'connections' | 'threadUs'>) => ({
  mail,
  connections,
  'main µs': rounded(threadUs.main),
  'parsing µs': rounded(threadUs.parsing),
  'V8 µs': rounded(threadUs.v8),
  'libuv µs': rounded(threadUs.libuv),
  'other µs': rounded(threadUs.other),
  'mongod µs': rounded(threadUs.mongod),
  'all µs': rounded(allThreads(threadUs)),
})

/** The same of ingest beside Mailpit. */
export const mailpitLine = (row: MailpitRow) => ({
  mail: row.mail,
  connections: row.connections,
  'mails/s': rounded(row.rate),
  'Mailpit mails/s': rounded(row.mailpitRate),
  ratio: rounded(row.rate / row.mailpitRate, 2),
  'bound, at least': row.bound ?? '',
  'dot→250 p50 ms': rounded(row.p50Ms, 1),
  'Mailpit p50 ms': rounded(row.mailpitP50Ms, 1),
  'not accepted': row.refused + row.mailpitRefused,
})

/** The same of the processor time for a mail. */
export const mailpitThreadLine = (row: MailpitRow) => ({
  ...threadLine(row),
  'Mailpit µs': rounded(row.mailpitUs),
})

/** The same of the first mails after a start. */
export const coldLine = (row: ColdRow) => ({
  mail: row.mail,
  connections: row.connections,
  'start ms': rounded(row.startMs),
  'first 1,000: µs a mail': rounded(row.firstUs),
  later: rounded(row.laterUs),
  ratio: rounded(row.firstUs / row.laterUs, 2),
  'processor µs': rounded(allThreads(row.firstThreadUs)),
  'later ': rounded(allThreads(row.laterThreadUs)),
  'ratio ': rounded(allThreads(row.firstThreadUs) / allThreads(row.laterThreadUs), 2),
  'worst ms': rounded(row.firstWorstMs),
  'later  ': rounded(row.laterWorstMs),
})

/** The same of long polls. */
export const longPollLine = (row: LongPollRow) => ({
  call: '250→long poll answered',
  answers: row.answers,
  'p50 ms': rounded(row.p50Ms, 1),
  'p99 ms': rounded(row.p99Ms, 1),
  'mails/s beside': rounded(row.loadRate),
})

/** The same of reads. */
export const readLine = (row: ReadRow) => ({
  call: row.call,
  'requests/s': rounded(row.rate),
  'of raw route': rounded(row.rate / row.rawRate, 2),
  'p99 ms': row.p99Ms,
  bytes: row.bytes,
  'raw bytes': row.rawBytes,
  failed: row.failed,
})

/** The same of a hostile scenario. */
export const boundLine = (row: ScenarioRow) => ({
  scenario: row.name,
  bounds: boundsText(row),
  'honest mails': row.mails,
  'median ms': rounded(row.medianMs),
  'worst ms': rounded(row.worstMs),
  refused: row.refused,
  'verdicts lost': row.verdictsLost,
  calls: row.calls,
  'calls failed': row.callsFailed,
  'worst call ms': rounded(row.worstCallMs),
  'attacks taken': row.attacks.accepted,
  'attacks refused': row.attacks.refused,
  'slowest answer s': rounded(row.attacks.slowestAnswerMs / 1000, 1),
  'stall ms': rounded(row.stallMs),
  'its own': rounded(row.ownStallMs),
  'RSS MB': rounded(row.rssMb),
})

/** The same of a bystander in a scenario of fairness. */
export const fairLine = (row: FairRow) => ({
  bystander: row.act,
  bounds: boundsText({ ...row, isPromised: true }),
  answered: row.beside.answered,
  refused: row.beside.refused,
  'median ms': rounded(row.beside.medianMs),
  'p95 ms': rounded(row.beside.p95Ms),
  'worst ms': rounded(row.beside.worstMs),
  'alone: median': rounded(row.alone.medianMs),
  p95: rounded(row.alone.p95Ms),
  worst: rounded(row.alone.worstMs),
  'refused ': row.alone.refused,
})

function boundsText({ broken, isPromised }: Pick<ScenarioRow, 'broken' | 'isPromised'>): string {
  if (broken.length === 0) return 'kept'
  return `${isPromised ? 'BROKEN' : 'not promised, exceeded'}: ${broken.join(', ')}`
}

/** The same of parsing. */
export const parsingLine = (row: ParsingRow) => ({
  mail: row.mail,
  'MIME µs': rounded(row.mimeUs),
  'render µs': rounded(row.renderUs),
  'extract µs': rounded(row.extractUs),
  'whole µs': rounded(row.wholeUs),
})

/** The same of mails full of numbers. */
export const densityLine = (row: DensityResult) => ({
  '10 kB': `${row.name} (${row.form})`,
  'extract µs': rounded(row.extractUs),
  'of a letter': rounded(row.ofOrdinaryExtract, 2),
  'whole µs': rounded(row.wholeUs),
  'whole, of a letter': rounded(row.ofOrdinary, 2),
})

/** The same of rendering. */
export const renderingLine = (row: RenderingRow) => ({
  newsletter: `${row.htmlBytes / 1000} kB`,
  'page ms': rounded(row.renderMs, 1),
  'for each byte, of the first': rounded(row.perByte, 2),
})

/** The same of idle connections. */
export const idleLine = (row: IdleRow) => ({
  'idle connections': row.connections,
  'RSS MB': rounded(row.rssMb),
  'kB each': rounded(row.kbEach, 1),
})

/** The same of a mail that open pages show. */
export const visibleMailLine = (row: VisibleMailRow) => ({
  'pages open': row.visitors,
  '250→page has it': row.answers,
  'p50 ms': rounded(row.p50Ms, 1),
  'p99 ms': rounded(row.p99Ms, 1),
})

/** The same of the first visit of the page. */
export const firstPaintLine = (row: FirstPaintRow) => ({
  'scripts, gzipped kB': rounded(row.scriptBytes / 1000, 1),
  'latency ms': row.latencyMs,
  visits: row.visits,
  'first paint ms': rounded(row.paintMs),
  'worst ms': rounded(row.worstMs),
})

/** The same of ingest beside webhooks. */
export const besideLine = (row: BesideRow) => ({
  'mails/s, each reported': rounded(row.reported.rate),
  'without webhook': rounded(row.without.rate),
  ratio: rounded(row.reported.rate / row.without.rate, 2),
  'server ms a mail': rounded(row.reported.serverMs, 2),
  without: rounded(row.without.serverMs, 2),
  'mongod ms a mail': rounded(row.reported.databaseMs, 2),
  'without ': rounded(row.without.databaseMs, 2),
  'delivered after load, ms': rounded(row.drainedAfterMs),
})

/** The same of events on their way to webhooks. */
export const killedLine = (row: KilledRow) => ({
  'workers killed': row.kills,
  'mails accepted': row.accepted,
  'not reported': row.missing,
  'reported without 250': row.unexpected,
  'calls repeated': row.repeated,
  'slowest ms': rounded(row.slowestMs),
})

export const eventsLine = (row: EventsRow) => ({
  'mails/s': rounded(row.mailsPerSecond),
  accepted: row.accepted,
  refused: row.refused,
  'not reported': row.missing,
  '250→healthy receiver p50 ms': rounded(row.p50Ms),
  'p99 ms': rounded(row.p99Ms),
  'worst ms': rounded(row.worstMs),
})

/** The same of open live feeds. */
export const feedsLine = (row: FeedsRow) => ({
  'feeds open': row.feeds,
  'RSS MB without': rounded(row.rssWithoutMb),
  'RSS MB': rounded(row.rssMb),
  'most RSS MB': rounded(row.rssMostMb),
  mails: row.mails,
  'events missing': row.missing,
  '250→feed p50 ms': rounded(row.p50Ms, 1),
  'p99 ms': rounded(row.p99Ms, 1),
  'worst ms': rounded(row.worstMs, 1),
  'µs of processor an event': rounded(row.eventUs, 1),
})

/** The same of a code that a client waits for. */
export const afterAnswerLine = (row: AfterAnswerRow) => ({
  "server's last byte→code": row.call,
  samples: row.samples,
  'p50 ms': rounded(row.p50Ms, 2),
  'p99 ms': rounded(row.p99Ms, 2),
  'worst ms': rounded(row.worstMs, 1),
})

/** The same of many tests at a time. */
export const manyTestsLine = (row: ManyTestsRow) => ({
  rounds: row.rounds,
  tests: row.tests,
  failed: row.failed,
  'mails sent again': row.mailsSentAgain,
  'round p50 s': rounded(row.roundP50Ms / 1000, 1),
  'worst s': rounded(row.roundWorstMs / 1000, 1),
  '250→code p50 ms': rounded(row.codeP50Ms),
  'p99 ms': rounded(row.codeP99Ms),
  'worst ms': rounded(row.codeWorstMs),
})
