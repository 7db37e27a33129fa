import type { Me } from '@inlet/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import { useEffect } from 'react'
import { useTRPC } from '../../api/api-context.tsx'
import { AddressText } from '../../design/address-text.tsx'
import { Card } from '../../design/card.tsx'
import { ChoiceGroup } from '../../design/choice-group.tsx'
import { CopyButton } from '../../design/copy-button.tsx'
import { ErrorState } from '../../design/error-state.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { inOrder } from '../../design/visible-text.ts'
import { themes } from '../../shell/theme.ts'
import { themeLooks, useTheme } from '../../shell/theme-menu.tsx'
import { LoginsCard } from './logins-card.tsx'
import { OwnServices } from './own-services.tsx'

/** The user: who they are, their services, the theme of this browser, and their logins. */
export function AccountScreen() {
  const trpc = useTRPC()
  const { data, error, isFetching, refetch } = useQuery(trpc.dashboard.readMe.queryOptions())
  useEffect(() => {
    document.title = 'Your account · Inlet'
  }, [])
  const me = data?.data
  return (
    <main id="content" tabIndex={-1} className="mx-auto grid max-w-2xl gap-6 px-4 py-8 outline-none sm:py-12">
      <div className="grid gap-3">
        <Link
          to="/"
          className="inline-flex items-center gap-1 justify-self-start rounded text-muted text-ui hover:text-ink"
        >
          <ChevronLeft aria-hidden className="size-4" />
          Back to service
        </Link>
        <h1 className="font-semibold text-xl tracking-tight">Your account</h1>
      </div>
      {!me && error && (
        <ErrorState
          title="Your account could not be loaded"
          error={error}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {!me && !error && (
        <>
          <span className="sr-only">Loading</span>
          <Skeleton className="h-36 w-full rounded-lg" />
          <Skeleton className="h-36 w-full rounded-lg" />
        </>
      )}
      {me && (
        <>
          <WhoCard me={me} />
          <OwnServices me={me} />
          <ThemeCard />
          <LoginsCard />
        </>
      )}
    </main>
  )
}

const WhoCard = ({ me: { id, name, email } }: { me: Me }) => (
  <Card title="Profile" description="From your login provider. Changes there appear here after your next login.">
    <dl className="grid gap-x-6 gap-y-2 text-ui max-sm:gap-y-0.5 max-sm:[&>dd+dt]:mt-2.5 sm:grid-cols-[8rem_minmax(0,1fr)]">
      <dt className="text-muted">Name</dt>
      <dd dir="auto" className="wrap-anywhere">
        {inOrder(name ?? 'none')}
      </dd>
      <dt className="text-muted">E-mail address</dt>
      <dd dir="auto" className="wrap-anywhere">
        <AddressText>{email ?? 'none'}</AddressText>
      </dd>
      <dt className="text-muted">User id</dt>
      <dd className="flex flex-wrap items-center gap-1">
        <span className="wrap-anywhere font-mono text-xs">{id}</span>
        <CopyButton text={id} of="user id" />
      </dd>
    </dl>
  </Card>
)

function ThemeCard() {
  const { theme, choose } = useTheme()
  const choices = themes.map((value) => ({ value, label: themeLooks[value].name }))
  return (
    <Card title="Appearance" description="For this browser only.">
      <ChoiceGroup legend="Theme" value={theme} onChange={choose} choices={choices} />
    </Card>
  )
}
