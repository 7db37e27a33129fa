/** Runs beside the test that starts it, which gives the server by the environment. */
export default {
  testMatch: '*.spec.ts',
  metadata: { smtpPort: Number(process.env.INLET_SMTP_PORT) },
  use: {
    launchOptions: { executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] },
  },
}
