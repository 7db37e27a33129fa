import { databaseError, membersWithoutPrimary, settingError } from '@inlet/core'
import { MongodError } from '@inlet/mongo'
import { type Config, domainDns, systemClock } from '@inlet/runtime'
import { databaseSpace, spaceAt } from '../../parts/disk-space.ts'
import { awayAdvice } from '../../start/start-error.ts'
import type { Command, CommandEnvironment, CommandResult } from '../command.ts'
import { checkDatabase } from '../doctor/check-database.ts'
import { diskFinding } from '../doctor/check-disk.ts'
import { checkIssuer } from '../doctor/check-issuer.ts'
import { membersFinding } from '../doctor/check-members.ts'
import { checkPayment } from '../doctor/check-payment.ts'
import { checkPort } from '../doctor/check-port.ts'
import { checkCertificate, mxHostFinding, publicUrlFinding, smtpHostFinding } from '../doctor/check-settings.ts'
import { type DoctorFinding, findings } from '../doctor/finding.ts'
import { openDatabase } from '../open-database.ts'
import { printable } from '../printable.ts'

const mebibyte = 1024 * 1024

/** `doctor` */
export const doctor: Command = {
  name: 'doctor',
  about: 'Check everything that an installation needs, and give advice on problems',
  options: {},
  examples: ['doctor', { settings: "MONGODB_URI='mongodb://a,b,c/inlet?replicaSet=rs0'", line: 'doctor --json' }],
  prepare: () => ({ kind: 'withoutDatabase', run: examine }),
}

async function examine(environment: CommandEnvironment): Promise<CommandResult> {
  const { config } = environment
  const results = [
    await databaseFindings(environment),
    await portFindings(config),
    await settingFindings(config),
    [await dnsFinding(config)],
  ]
  const checks = results.flat()
  const isError = checks.some(({ state }) => state === 'fail')
  return { json: { data: { ok: !isError, checks } }, text: checks.map(lineOf).join('\n'), isError }
}

const lineOf = ({ state, check, message, advice }: DoctorFinding) =>
  `${state.padEnd(4)}  ${check.padEnd(11)}  ${printable(advice ? `${message}. ${advice}` : message)}`

async function databaseFindings(environment: CommandEnvironment): Promise<DoctorFinding[]> {
  const { config } = environment
  const floorBytes = config.SMTP_MIN_FREE_DISK_MB * mebibyte
  const space = config.MONGODB_URI
    ? null
    : diskFinding(await spaceAt(config.INLET_DATA_DIR), { place: 'in the data folder', floorBytes })
  try {
    await using database = await openDatabase(environment)
    const found = await checkDatabase(database.deps, {
      place: database.place,
      isEmbedded: space !== null,
      deliveriesPerMinute: config.WEBHOOK_DELIVERIES_PER_MINUTE,
    })
    if (space) return [...found, space]
    // A database's user may lack the right to ask.
    const remote = await databaseSpace(database.deps).catch(() => null)
    return remote ? [...found, diskFinding(remote, { place: "on the database's disk", floorBytes })] : found
  } catch (error) {
    const { fail } = findings('database')
    const rest = space ? [space] : []
    if (error instanceof MongodError) return [fail('cannot be started', error.message), ...rest]
    if (!(error instanceof Error)) throw error
    const members = membersWithoutPrimary(error)
    if (members) return [membersFinding(`${members.length} members`, members), ...rest]
    const setting = settingError(error)
    if (setting) return [fail(setting.message, 'See MONGODB_URI.'), ...rest]
    const advice = databaseError(error) ? awayAdvice(error) : 'See MONGODB_URI, or the folder of INLET_DATA_DIR.'
    return [fail(error.message, advice), ...rest]
  }
}

async function portFindings(config: Config): Promise<DoctorFinding[]> {
  const http = {
    check: 'http port',
    host: config.HTTP_HOST,
    port: config.HTTP_PORT,
    greeting: 'GET /livez HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
    isOurReply: (reply: string) => reply.includes('{"status":"ok"'),
    server: 'HTTP' as const,
  }
  const smtp = {
    check: 'smtp port',
    host: config.SMTP_HOST,
    port: config.SMTP_PORT,
    greeting: '',
    isOurReply: (reply: string) => reply.startsWith(`220 ${config.SMTP_NAME} `),
    server: 'SMTP' as const,
  }
  const metrics = {
    check: 'metrics',
    host: config.METRICS_HOST,
    port: config.METRICS_PORT ?? 0,
    greeting: 'GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
    isOurReply: (reply: string) => reply.includes('The metrics are at /metrics'),
    server: 'METRICS' as const,
  }
  const servesMail = config.INLET_ROLE === 'all' || config.INLET_ROLE === 'smtp'
  const served = [http, ...(servesMail ? [smtp] : []), ...(config.METRICS_PORT === undefined ? [] : [metrics])]
  return await Promise.all(served.map(checkPort))
}

async function settingFindings(config: Config): Promise<DoctorFinding[]> {
  const servesMail = config.INLET_ROLE === 'all' || config.INLET_ROLE === 'smtp'
  const found = [
    publicUrlFinding(config),
    mxHostFinding(config),
    servesMail ? smtpHostFinding(config) : null,
    config.OIDC_ISSUER === undefined ? null : await checkIssuer(config.OIDC_ISSUER),
    await checkPayment(config),
    servesMail ? await checkCertificate(config, systemClock.now()) : null,
  ]
  return found.filter((finding) => finding !== null)
}

async function dnsFinding(config: Config): Promise<DoctorFinding> {
  const { ok, warn } = findings('dns')
  try {
    await domainDns(config.DNS_SERVERS).probe()
    return ok('a name server answers')
  } catch {
    return warn('no name server answers', 'Domains cannot be verified, and mail is tagged auth:none: see DNS_SERVERS.')
  }
}
