import { Icon } from '../design/icon.tsx'
import { t } from '../languages/language.ts'

/** An inbox without a message says what to do. */
export function EmptyInbox({ address }: { address: string }) {
  return (
    <div class="empty">
      <span class="state-icon">
        <Icon name="inbox" />
      </span>
      <h2>{t('emptyTitle')}</h2>
      <p>{t('emptyText', { address })}</p>
    </div>
  )
}
