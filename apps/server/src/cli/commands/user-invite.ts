import { inviteMemberInput } from '@inlet/contract'
import { findAccountByEmail, inviteMember } from '@inlet/core'
import type { Config } from '@inlet/runtime'
import { calls } from '../../calls.ts'
import { readRunningDemo } from '../../demo/demo-file.ts'
import { publicUrlOf } from '../../own-url.ts'
import type { Command } from '../command.ts'
import { readOptions } from '../read-options.ts'

/** `user invite` */
export const userInvite: Command = {
  name: 'user invite',
  about:
    'Invite a user to a service by e-mail address, and print the link to hand on; they get the role when they log in with that verified address and accept',
  options: {
    email: { value: 'EMAIL', about: 'The e-mail address at the identity provider', isRequired: true },
    service: { value: 'ID', about: 'The service', isRequired: true },
    role: { value: 'ROLE', about: 'viewer, admin or owner', isRequired: true },
  },
  examples: [
    'user invite --email ada@example.com --service 01JD3Q7Z5V8XK2M4N6P8R0T2W4 --role owner',
    {
      settings: 'PUBLIC_URL=https://inlet.example.com',
      line: 'user invite --email ada@example.com --service 01JD3Q7Z5V8XK2M4N6P8R0T2W4 --role viewer',
    },
  ],
  prepare(given) {
    const input = readOptions({
      schema: inviteMemberInput,
      given,
      from: { id: 'service', email: 'email', role: 'role' },
    })
    return {
      kind: 'withDatabase',
      async run({ config, deps, caller }) {
        const member = await inviteMember(deps, caller, input)
        const link = await invitationsLink(config)
        const invited = `${member.email} is invited as ${member.role}. No mail is sent.`
        const next =
          link === null
            ? 'Ask them to log in to the dashboard with that address and to accept. For a link to hand on, set PUBLIC_URL.'
            : `Send them this link: they log in with that address, and accept.\n${link}`
        const hasLogin = config.OIDC_ISSUER !== undefined || (await findAccountByEmail(deps, input.email)) !== null
        const account = `They have no account yet. To make one: ${calls.inlet} user create --email ${input.email}`
        const lines = [`${invited} ${next}`, ...(hasLogin ? [] : [account])]
        return { json: { data: { ...member, link, hasLogin } }, text: lines.join('\n') }
      },
    }
  },
}

/**
 * The page where people accept invitations: at the address of the settings, or of the running server with the embedded database; null
 * where neither says which. The servers of another database may be on any machine.
 */
async function invitationsLink(config: Config): Promise<string | null> {
  const page = (publicUrl: string) => `${publicUrl}/dashboard/services`
  if (config.PUBLIC_URL !== undefined) return page(publicUrlOf(config, config.HTTP_PORT))
  if (config.MONGODB_URI !== undefined) return null
  const running = await readRunningDemo(config.INLET_DATA_DIR)
  if (running) return page(running.baseUrl.replace(/\/v1$/, ''))
  return config.HTTP_PORT === 0 ? null : page(publicUrlOf(config, config.HTTP_PORT))
}
