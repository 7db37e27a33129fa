import { calls } from '../calls.ts'
import { ownHost } from '../own-url.ts'
import { type Demo, demoFileIn } from './demo-file.ts'

interface Place {
  /** The folder of the database and of the demo file, from the folder of the terminal. */
  dataDir: string
  /** Whether programs look there where no setting names another. */
  isDefault: boolean
  /** At which this machine's browser reaches the page of the demo's domain. */
  httpPort: number
}

/**
 * The text after the first start: commands to copy, which find this server from a terminal without its settings. Keys, password and token
 * are read from the demo file, so that no terminal log has them.
 */
export function quickstart(demo: Demo, { dataDir, isDefault, httpPort }: Place): string {
  const docsUrl = `${demo.baseUrl.replace(/\/v1$/, '')}/docs`
  const file = demoFileIn(dataDir)
  const inFile = (path: string) => `$(${printing(file, path)})`
  const key = inFile('apiKeys.write')
  const address = `code@${demo.domain.hostname}`
  return `
There is a demo service with the domain ${demo.domain.hostname}. Its API keys are in ${file}.
${demo.user ? dashboardLogin(demo.user.email, printing(file, 'user.password')) : ''}Try it in a second terminal, in this folder:

1. Create an address:
   curl -X POST "${demo.baseUrl}/services/${demo.service.id}/addresses" \\
     -H "X-API-Key: ${key}" -H 'Content-Type: application/json' \\
     -d '{"domainId":"${demo.domain.id}","localPart":"code"}'

2. Send it a verification mail:
   ${calls.send}${isDefault ? '' : serverOptions(demo)} --to ${address} --code 482913

3. Read the code (this call waits up to 30 s for a mail with one):
   curl "${demo.baseUrl}/inboxes/${address}/messages?hasOtp=true&waitSeconds=30" \\
     -H "X-API-Key: ${key}"
${demo.accessToken ? login(demo, inFile('accessToken')) : ''}
The page that visitors of the domain see, in a browser on this machine: http://${demo.domain.hostname}:${httpPort}/
Everything else is in the documentation: ${docsUrl}
To end the server: Ctrl-C. All data stays in the folder, for the next "${calls.start}"${isDefault ? '' : ' with this INLET_DATA_DIR'}.
`
}

/** A command that prints a value of the demo file. */
function printing(file: string, path: string): string {
  const script = `JSON.parse(fs.readFileSync('${file.replaceAll(/[\\']/g, '\\$&')}')).${path}`
  return `${calls.node} -p ${quoted(script)}`
}

/** A text as one word of a shell. */
const quoted = (text: string): string => `"${text.replaceAll(/["$`\\]/g, '\\$&')}"`

/** Without them, programs look for the server of the default folder. */
function serverOptions({ smtp }: Demo): string {
  const host = ownHost(smtp.host)
  return `${host === '127.0.0.1' ? '' : ` --host ${host}`} --port ${smtp.port}`
}

function dashboardLogin(email: string, command: string): string {
  return `Log in to the dashboard as ${email} with the password that this prints:
   ${command}

`
}

const login = (demo: Demo, token: string) => `
People log in and send an access token instead of a key. The file has one of the demo's owner, for 24 hours, and the
e-mail address and password that go with it:

4. See who you are:
   curl "${demo.baseUrl}/me" -H "Authorization: Bearer ${token}"
`
