import { type Deps, rateLimiter, recipientResolver } from '@inlet/core'
import {
  createClientRate,
  createCommitter,
  createGarbageCounter,
  createMailAuthenticator,
  createOverload,
  type DiskSpace,
  IntakeBacklog,
  mailHandlers,
  newAddressLimit,
  openSmtpServer,
  smtpSettings,
  startParsePool,
  tlsMaterial,
  watchEventLoop,
  watchTlsFiles,
} from '@inlet/ingest'
import { type Config, ipList, type Log, type Metrics, type Stoppable } from '@inlet/runtime'
import type { ThreadSource } from '@inlet/threads'
import { listening } from '../start/listen-error.ts'
import { countingRateLimiter } from './counting-rate-limiter.ts'
import { watchDisk } from './watch-disk.ts'

/** Mails that are being received at shutdown have this long; the whole shutdown stays under ten seconds. */
const drainMs = 6_000
/** From the contract: authentication delays no mail by more. */
const verdictLimitMs = 2_000

interface SmtpNeeds {
  /** With a connection pool of their own. */
  deps: Deps
  log: Log
  metrics: Metrics
  /** Instead of the disk itself, for tests. */
  readSpace?: (() => Promise<DiskSpace | null>) | undefined
  /** Instead of new threads for parsing, for tests. */
  threads?: ThreadSource | undefined
}

/** Receives mail. `receiving` says whether mails wait for processor time, and how many have ended. */
export interface SmtpPart extends Stoppable {
  port: number
  /** Settles when mails are parsed without delay. */
  started: () => Promise<void>
  receiving: () => ReturnType<IntakeBacklog['state']>
}

/** Starts receiving mail: the SMTP server and everything behind it. @throws where a part cannot start */
export async function startSmtp(config: Config, needs: SmtpNeeds): Promise<SmtpPart> {
  const { deps, log, metrics } = needs
  const tlsFiles = { certFile: config.SMTP_TLS_CERT_FILE, keyFile: config.SMTP_TLS_KEY_FILE }
  const tls = await tlsMaterial(config.SMTP_NAME, tlsFiles)
  const settings = smtpSettings(config, tls)
  const { commitMs, overloadLagMs, newAddressesPerHourPerClient, copyBytesPerMinutePerClient } = settings.limits
  const isExempt = ipList(settings.exempt)
  const now = () => performance.now()
  const countGarbage = createGarbageCounter()
  const copyBytes = createClientRate({ perMinute: copyBytesPerMinutePerClient, isExempt, now })
  const parsePool = startParsePool(
    { workers: config.PARSE_WORKERS, deadlineMs: config.PARSE_SECONDS * 1000, heapMb: config.PARSE_HEAP_MB },
    { log, metrics: metrics.mail, threads: needs.threads },
  )
  const authenticator = createMailAuthenticator(
    { isOn: config.MAIL_AUTHENTICATION, dnsServers: config.DNS_SERVERS, limitMs: verdictLimitMs },
    log,
  )
  const committer = createCommitter({ deps, log, metrics, mailsInParsing: () => parsePool.pending() })
  const backlog = new IntakeBacklog({ waiting: () => parsePool.waiting() + committer.waiting(), now })
  const handlers = mailHandlers({
    deps,
    resolveRecipient: recipientResolver(deps),
    parsePool,
    authenticator,
    committer,
    backlog,
    // Another limiter than that of requests: what this one takes in advance is for mails.
    limitNewAddresses: newAddressLimit(countingRateLimiter(rateLimiter(deps), metrics.access), {
      perHour: newAddressesPerHourPerClient,
      isExempt,
    }),
    copyBytes,
    commitMs,
    countGarbage,
    log,
    metrics,
  })
  const disk = await watchDisk(config, needs)
  const eventLoop = watchEventLoop(overloadLagMs)
  const overload = createOverload({ lateness: eventLoop.lateness, now })
  const place = { server: 'SMTP', host: config.SMTP_HOST, port: config.SMTP_PORT } as const
  const server = await listening(place, () =>
    openSmtpServer(settings, {
      handlers,
      log,
      metrics: metrics.smtp,
      newId: deps.newId,
      overload,
      disk,
      copyBytes,
      countGarbage,
      now,
    }),
  )
  const tlsWatch = watchTlsFiles(tlsFiles, { log, current: tls, renew: (material) => server.setTls(material) })
  return {
    name: 'smtp',
    port: server.port,
    started: () => parsePool.started(),
    receiving: () => backlog.state(),
    async stop() {
      await tlsWatch.stop()
      await server.drain(drainMs)
      eventLoop.stop()
      await disk.stop()
      await parsePool.stop()
      await authenticator.stop()
    },
  }
}
