import { StatePanel } from '../design/state-panel.tsx'
import { t } from '../languages/language.ts'
import { StartView } from '../start/start-view.tsx'
import { domain } from '../state/domain.ts'
import { followLink, route } from '../state/route.ts'
import { InboxView } from './inbox-view.tsx'
import { Announcer, Notices } from './notices.tsx'
import { PageHeader } from './page-header.tsx'
import { WaitingBanner } from './waiting-banner.tsx'

/** The whole page. */
export function App() {
  return (
    <>
      <a class="skip-link" href="#content">
        {t('skipToContent')}
      </a>
      <PageHeader />
      <WaitingBanner />
      <main id="content" tabIndex={-1}>
        <View />
      </main>
      <Notices />
      <Announcer />
    </>
  )
}

function View() {
  const place = route.value
  const { value: site } = domain
  if (!site) return <StatePanel icon="warning" title={t('unknownHostTitle')} text={t('notFoundText')} />
  // Another host's inbox is another service's, whose page is there.
  if (place.view === 'inbox' && place.address.endsWith(`@${site.host}`)) {
    return <InboxView key={place.address} address={place.address} messageId={place.messageId} />
  }
  if (place.view === 'start') return <StartView host={site.host} isLocked={site.locked} />
  return (
    <StatePanel icon="warning" title={t('unknownHostTitle')} text={t('notFoundText')} takesFocus>
      <a class="button button-primary" href="/" onClick={followLink}>
        {t('toStart')}
      </a>
    </StatePanel>
  )
}
