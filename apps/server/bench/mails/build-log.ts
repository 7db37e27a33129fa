import { type Draw, digits, hex, pick, two } from './draws.ts'
import { type ComposedMail, plainPart } from './mail-form.ts'
import { brand, fullName } from './names.ts'
import { filled, listOf, type Slots, type Writing, wrapped } from './writing.ts'

const slots: Slots = {
  folder: listOf(
    'src/api|src/auth|src/billing|src/cache|src/cli|src/codec|src/graph|src/http|src/index|src/jobs|src/ledger|src/migrations|src/parser|src/queue|src/router|src/scheduler|src/schema|src/storage|src/tokens|internal/metrics|internal/tracing|lib/geometry|lib/i18n|cmd/agent|pkg/retry|pkg/semver|tests/e2e|tests/unit',
  ),
  unit: listOf(
    'adapter|allocator|batcher|bitmap|broker|bucket|checksum|cursor|dispatcher|encoder|executor|fetcher|formatter|handshake|hasher|heap|inflater|iterator|lexer|listener|manifest|mutex|normalizer|planner|poller|registry|replicator|resolver|serializer|shard|snapshot|tokenizer|trie|validator|visitor|watcher',
  ),
  ending: listOf('ts|go|rs|cc|py|java|kt|proto'),
  library: listOf(
    'abseil|axum|boringssl|cobra|esbuild|flask|fmtlib|gson|hyper|jackson|libuv|lodash|numpy|okhttp|prost|protobuf|pydantic|requests|rustls|serde|tokio|undici|urllib3|vite|zap|zstd',
  ),
  version: (draw) => `${draw(12)}.${draw(40)}.${draw(20)}`,
  hash: (draw) => hex(draw, 12),
  digest: (draw) => hex(draw, 40),
  ms: (draw) => String(1 + draw(9_000)),
  count: (draw) => String(1 + draw(800)),
  line: (draw) => String(1 + draw(1_200)),
  column: (draw) => String(1 + draw(90)),
  address: (draw) => `0x${hex(draw, 12)}`,
  size: (draw) => `${1 + draw(900)}.${draw(10)} kB`,
  complaint: listOf(
    'unused variable|implicit conversion loses precision|deprecated overload|possibly null dereference|unreachable statement|shadowed declaration|missing return type|comparison of differing signedness|unchecked cast|mutable default argument',
  ),
  expectation: listOf(
    'closes the socket after a timeout|keeps the order of inserts|rejects an expired lease|retries twice, then gives up|rounds half to even|refuses duplicate keys|drains before shutdown|parses nested arrays|survives a torn write|merges overlapping ranges',
  ),
  exception: listOf(
    'AssertionError|IllegalStateException|TypeError|TimeoutError|ConnectionResetError|IndexOutOfBoundsException|KeyError|BrokenPipe',
  ),
}

/** A time of day, given in ms since midnight. */
const timeOf = (ms: number): string =>
  `${two(Math.floor(ms / 3_600_000))}:${two(Math.floor(ms / 60_000) % 60)}:${two(Math.floor(ms / 1_000) % 60)}.${String(ms % 1_000).padStart(3, '0')}`

/** The lines of a log. */
const lines: readonly [string, ...string[]] = [
  '[{count}/1204] Compiling {folder}/{unit}.{ending} ({ms} ms)',
  '[{count}/1204] Linking lib{unit}-{library}.so ({size})',
  'Downloading {library} v{version} sha1:{digest}',
  'Using cached layer sha256:{hash} for {library}:{version}',
  '{folder}/{unit}.{ending}:{line}:{column}: warning: {complaint} in {unit}_{unit}',
  '  ok {count} - {unit} {expectation} ({ms}ms)',
  '  not ok {count} - {unit} {expectation}',
  '    {exception}: expected {count}, received {count}',
  '      at {unit}.{unit} ({folder}/{unit}.{ending}:{line}:{column})',
  '      at process_{unit} ({folder}/{unit}_test.{ending}:{line}:{column})',
  'DEBUG {library}: {unit} {address} released, {count} left',
  'INFO  uploaded artifact {unit}-{hash}.tar.gz, {size}',
  'Step {count}: RUN make -C {folder} {unit} && strip build/{unit}',
  'npm warn deprecated {library}@{version}: use {library}@{version}',
]

/** What is left of the log at its end. */
const writing: Writing = {
  slots,
  sentences: [
    'FAIL {folder}/{unit}.{ending} {expectation};',
    'slowest: {unit} {ms} ms;',
    '{count} files were not covered by {library};',
    'flaky: {folder}/{unit} ({count} of {line});',
  ],
}

/** A build log of about `bytes` bytes in plain text. */
export function buildLog(draw: Draw, bytes: number): { writing: Writing; compose: (filler: string) => ComposedMail } {
  const { name, host } = brand(draw)
  const [number, commit, author] = [String(100 + draw(40_000)), hex(draw, 40), fullName(draw)]
  const project = filled(draw, '{unit}-{library}', slots)
  const seconds = 40 + draw(2_000)
  let ms = draw(80_000_000)
  const step = (words: string) => {
    ms += draw(3_000)
    return `${timeOf(ms)} ${words}\r\n`
  }
  const head = `Pipeline #${number} of ${project} has failed after ${Math.floor(seconds / 60)} min ${seconds % 60} s.\r\n\r\nCommit:  ${commit}\r\nAuthor:  ${author}\r\nBranch:  ${filled(draw, 'fix/{unit}-{unit}', slots)}\r\nDetails: https://ci.${host}/${project}/builds/${number}\r\n\r\n`
  const end = `\r\nmake: *** [Makefile:${1 + draw(300)}: check] Error ${1 + draw(4)}\r\nERROR: job failed: exit status ${1 + draw(4)}\r\n\r\n-- \r\n${name} CI, rules at https://ci.${host}/profile/rules\r\n`
  let log = step(`Runner ${digits(draw, 6)} on node-${hex(draw, 5)}, git ${filled(draw, '{version}', slots)}`)
  while (head.length + log.length + end.length < bytes - 600) log += step(filled(draw, pick(draw, lines), slots))
  return {
    writing,
    compose: (filler) => ({
      from: `${name} CI <builds@ci.${host}>`,
      subject: `[${project}] Pipeline #${number} failed (${commit.slice(0, 8)})`,
      fields: [`X-Pipeline-Id: ${number}`, `X-Project-Path: ${project}`, 'Precedence: bulk'],
      part: plainPart('text/plain', `${head}${log}${wrapped(filler)}${end}`),
    }),
  }
}
