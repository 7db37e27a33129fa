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

const Words = ({ children }: { children: ReactNode }) => <p className="max-w-2xl text-muted text-ui">{children}</p>

/** Leads to where a domain is added, or to the records that one waits for. */
export function DomainStep({ domains }: { domains: readonly Domain[] }) {
  const { id } = useService()
  const pending = domains.find(({ state }) => state === 'pending')
  return (
    <>
      <Words>
        {pending ? (
          <>
            <bdi className="font-medium text-ink">{pending.hostname}</bdi> waits for its two DNS records. They are
            looked for again and again.
          </>
        ) : (
          'Mail is received on a domain of yours, or a part of it such as mail.example.com. Two DNS records lead it here.'
        )}
      </Words>
      <div>
        {pending ? (
          <Link
            to="/services/$serviceId/domains/$domainId"
            params={{ serviceId: id, domainId: pending.id }}
            className={buttonClasses('primary', 'small')}
          >
            See the records
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
      <Words>
        Each inbox is an address. Programs make their own over the API; a random one is enough for the first mail.
      </Words>
      <div className="flex flex-wrap gap-2">
        {domain && (
          <Button
            look="primary"
            size="small"
            refusal={refusal}
            isBusy={create.isPending}
            onClick={() => create.mutate({ id, domainId: domain.id })}
          >
            Make a random address
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
      <Words>
        {isSecond ? 'The mail that came has no code. Send one that has, to ' : 'Send a mail with a code to '}
        <bdi dir="ltr" className="wrap-anywhere font-medium text-ink">
          {address}
        </bdi>
        , from wherever you like, or with this command. It is seen here at once.
      </Words>
      <CodeBlock label="command that sends a mail" code={sendCommand(address, smtp)} />
    </>
  )
}

/** Leads to where a key is made. */
export function KeyStep() {
  const { id } = useService()
  return (
    <>
      <Words>With it a test suite or a program of yours reads the code over the API, and waits for the next one.</Words>
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
