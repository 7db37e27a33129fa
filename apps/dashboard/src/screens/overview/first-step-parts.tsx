import type { Domain } from '@inlet/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTRPC } from '../../api/api-context.tsx'
import { Button, buttonClasses } from '../../design/button.tsx'
import { CodeBlock } from '../../design/code-block.tsx'
import { InlineError } from '../../design/inline-error.tsx'
import { useConfig } from '../../session/session-context.tsx'
import { useRefusal, useService } from '../../shell/service-context.tsx'
import { sendCommand } from '../inbox/send-command.ts'
import { plainDomainOf } from './first-steps.ts'

const Text = ({ children }: { children: ReactNode }) => <p className="max-w-2xl text-muted text-ui">{children}</p>

/** Leads to where a domain is added, or to the records that one waits for. */
export function DomainStep({ domains }: { domains: readonly Domain[] }) {
  const { id } = useService()
  const pending = domains.find(({ state }) => state === 'pending')
  return (
    <>
      <Text>
        {pending ? (
          <>
            <bdi className="font-medium text-ink">{pending.hostname}</bdi> waits for its two DNS records. They are
            looked for again and again.
          </>
        ) : (
          'Receive mail on your own domain, or on a subdomain such as mail.example.com. Two DNS records send its mail here.'
        )}
      </Text>
      <div>
        {pending ? (
          <Link
            to="/services/$serviceId/domains/$domainId"
            params={{ serviceId: id, domainId: pending.id }}
            className={buttonClasses('primary', 'small')}
          >
            Show DNS records
          </Link>
        ) : (
          <Link
            to="/services/$serviceId/domains"
            params={{ serviceId: id }}
            search={{ dialog: 'add' }}
            className={buttonClasses('primary', 'small')}
          >
            Add a domain
          </Link>
        )}
      </div>
    </>
  )
}

/** Makes a random address at once, or leads to where a name is chosen. */
export function AddressStep({ domains }: { domains: readonly Domain[] }) {
  const { id } = useService()
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const refusal = useRefusal('admin')
  const create = useMutation(
    trpc.integrator.createAddress.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries({ queryKey: trpc.integrator.listAddresses.pathKey() }),
    }),
  )
  const domain = plainDomainOf(domains)
  return (
    <>
      <Text>
        Every address has its own inbox. Your programs can create addresses over the API; a random one is enough for the
        first mail.
      </Text>
      <div className="flex flex-wrap gap-2">
        {domain && (
          <Button
            variant="primary"
            size="small"
            refusal={refusal}
            isBusy={create.isPending}
            onClick={() => create.mutate({ id, domainId: domain.id })}
          >
            Create random address
          </Button>
        )}
        <Link
          to="/services/$serviceId/addresses"
          params={{ serviceId: id }}
          search={{ dialog: 'create' }}
          className={buttonClasses('secondary', 'small')}
        >
          Choose a name
        </Link>
      </div>
      <InlineError error={create.error} />
    </>
  )
}

/** How to send a mail with a code; `isSecond` after one that had none. */
export function MailStep({ address, isSecond }: { address: string; isSecond: boolean }) {
  const { smtp } = useConfig()
  return (
    <>
      <Text>
        {isSecond ? 'The mail that arrived has no code. Send one with a code to ' : 'Send a mail with a code to '}
        <bdi dir="ltr" className="wrap-anywhere font-medium text-ink">
          {address}
        </bdi>
        , from any mail program or with this command. It appears here at once.
      </Text>
      <CodeBlock label="command that sends a mail" code={sendCommand(address, smtp)} />
    </>
  )
}

/** Leads to where a key is made. */
export function KeyStep() {
  const { id } = useService()
  return (
    <>
      <Text>Your test suite or program uses it to read codes over the API, and to wait for the next one.</Text>
      <div>
        <Link
          to="/services/$serviceId/api-keys"
          params={{ serviceId: id }}
          search={{ dialog: 'create' }}
          className={buttonClasses('primary', 'small')}
        >
          Create an API key
        </Link>
      </div>
    </>
  )
}
