import type { ThrowAwaySet } from '@inlet/mongo'
import type { Config } from '@inlet/runtime'
import type { CallDescription } from '../cli/command-line.ts'
import { hostInUrl, ownHost, ownUrl } from '../own-url.ts'
import { commandList, nameOf } from './commands.ts'
import type { ClusterServer } from './start-server.ts'

/** What `npm run cluster` takes, and its help. */
export const clusterDescription: CallDescription = {
  about: 'Starts a replica set of three members and two servers on this machine, with a demo service',
  options: {},
  examples: [],
  notes: `While you send and read mail, you can step the primary down, kill it, freeze it, or take the majority away.

Each start makes everything new in the system's temporary folder, and the end (Ctrl-C or SIGTERM) deletes it.
It takes about 1 GB of memory. The mongod is found as by "npm start", or downloaded once.

HTTP_PORT, SMTP_PORT and METRICS_PORT, if set, are the ports of the first server; the second uses the next ones.
With 0 the system chooses. Other settings apply to both servers. MONGODB_URI must not be set.

While it runs, type one of these commands and Enter:
${commandList()}`,
}

interface Running {
  set: Pick<ThrowAwaySet, 'uri' | 'members' | 'primary'>
  servers: readonly [ShownServer, ShownServer]
  demo: { domain: { hostname: string } }
  /** The hosts that both servers listen on. */
  hosts: Pick<Config, 'HTTP_HOST' | 'SMTP_HOST' | 'METRICS_HOST'>
}

type ShownServer = Pick<ClusterServer, 'pid' | 'httpPort' | 'smtpPort' | 'metricsPort' | 'logFile' | 'demoFile'>

/** The text shown once everything runs: addresses, ports and files, and what to try. */
export function welcome({ set, servers, demo, hosts }: Running): string {
  const [one, two] = servers
  const address = `code@${demo.domain.hostname}`
  const baseUrlOf = ({ httpPort }: ShownServer) => `${ownUrl(hosts.HTTP_HOST, httpPort)}/v1`
  const smtpHost = ownHost(hosts.SMTP_HOST)
  const metricsOf = ({ metricsPort }: ShownServer) =>
    metricsPort === null ? '' : `  Metrics ${ownUrl(hosts.METRICS_HOST, metricsPort)}/metrics`
  const where = servers.map((server, index) => {
    const smtp = `SMTP ${hostInUrl(smtpHost)}:${server.smtpPort}`
    const { pid, logFile } = server
    return `   server ${index + 1}  REST ${baseUrlOf(server)}  ${smtp}${metricsOf(server)}  process ${pid}, log ${logFile}`
  })
  return `
A cluster runs: two servers on one replica set of three members. All of it is deleted at the end.

${where.join('\n')}
   database  ${set.uri}
   primary   ${set.primary ? nameOf(set, set.primary) : 'none yet'}

Try it in another terminal:

1. Send a mail to one server:
   npm run send -- --host ${smtpHost} --port ${one.smtpPort} --to ${address} --code 482913

2. Read it at the other:
   KEY=$(node -p "JSON.parse(fs.readFileSync('${one.demoFile}')).apiKeys.write")
   curl "${baseUrlOf(two)}/inboxes/${address}/messages?hasOtp=true&waitSeconds=30" -H "X-API-Key: $KEY"

3. Take the primary away: type "stepdown", "kill", "freeze" or "minority" here and send again: the sender gets 451
   and keeps its mail until there is another primary. Then type "back".

Ctrl-C ends it all. The commands that you can type here:
${commandList()}
`
}
