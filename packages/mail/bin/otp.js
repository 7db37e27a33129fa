import { launch } from '../../../tooling/launch.js'

await launch('packages/mail/bin/otp.ts', 'npm run -s otp -- …')
