import { IconButton } from '../design/button.tsx'
import { CopyIconButton } from '../design/copy-button.tsx'
import { FullAddress } from '../design/full-address.tsx'
import { t } from '../languages/language.ts'
import { showNotice } from '../state/notices.ts'
import { inboxPath } from '../state/page-path.ts'
import { followLink } from '../state/route.ts'
import { forgetAddress, recentAddresses } from '../state/visitor.ts'

/** The addresses that this browser had open. */
export function RecentAddresses() {
  const recent = recentAddresses.value
  if (recent.length === 0) return null

  const forget = (address: string) => {
    const before = recentAddresses.value
    forgetAddress(address)
    showNotice(t('addressForgotten'), {
      action: {
        label: t('undo'),
        run: () => {
          recentAddresses.value = before
        },
      },
    })
  }
  return (
    <section class="recent" aria-labelledby="recent-title">
      <h2 id="recent-title">{t('recentAddresses')}</h2>
      <ul>
        {recent.map(({ address }) => (
          <li key={address}>
            <a class="recent-link" href={inboxPath(address)} onClick={followLink}>
              <FullAddress address={address} />
            </a>
            <CopyIconButton text={address} label={t('copyAddress', { address })} />
            <IconButton icon="close" label={t('forgetAddress', { address })} onClick={() => forget(address)} />
          </li>
        ))}
      </ul>
    </section>
  )
}
