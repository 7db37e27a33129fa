import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '@inlet/runtime'
import { createTransport } from 'nodemailer'
import { readDemo } from './demo.ts'
import { verificationMail } from './verification-mail.ts'

const usage =
  'Usage: npm run send -- --to code@demo.localhost [--code 482913] [--from sender@example.com] [--host 127.0.0.1] [--port 2525]'

/** Sends a realistic verification mail over SMTP to the running server. */
async function send(): Promise<void> {
  const { values } = parseArgs({
    options: {
      to: { type: 'string' },
      code: { type: 'string' },
      from: { type: 'string' },
      host: { type: 'string' },
      port: { type: 'string' },
    },
  })
  if (!values.to) throw new Error(usage)
  const config = readConfig()
  const demo = await readDemo(join(config.INLET_DATA_DIR, 'demo.json'))
  const host = values.host ?? demo?.smtp.host ?? config.SMTP_HOST
  const port = Number(values.port ?? demo?.smtp.port ?? config.SMTP_PORT)

  const code = values.code ?? String(Math.floor(100_000 + Math.random() * 900_000))
  // The local server's certificate is made by itself, and mail is encrypted without asking whose it is.
  const transport = createTransport({ host, port, tls: { rejectUnauthorized: false } })
  const sent = await transport.sendMail({
    from: values.from ?? 'Acme Accounts <accounts@acme.example>',
    to: values.to,
    ...verificationMail(code),
  })
  console.log(`Sent to ${values.to} with the code ${code}: ${sent.response}`)
}

try {
  await send()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
