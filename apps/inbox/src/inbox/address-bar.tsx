import { useSignal } from '@preact/signals'
import { toApiError } from '../api/api-error.ts'
import { extendAddress } from '../api/public-api.ts'
import { IconButton } from '../design/button.tsx'
import { CopyButton } from '../design/copy-button.tsx'
import { FullAddress } from '../design/full-address.tsx'
import { useHeadingFocus } from '../design/heading-focus.ts'
import { Icon } from '../design/icon.tsx'
import { Menu, MenuItem } from '../design/menu.tsx'
import { ShareDialog } from '../dialogs/share-dialog.tsx'
import { errorText } from '../languages/error-text.ts'
import { dateOf } from '../languages/formats.ts'
import { t } from '../languages/language.ts'
import { showNotice } from '../state/notices.ts'
import { canNotify, isNotifying, switchNotifications } from '../state/notifications.ts'
import { inboxPath } from '../state/page-path.ts'
import { followLink, route } from '../state/route.ts'
import { accessTo, recentAddresses } from '../state/visitor.ts'
import { ConnectionState } from './connection-state.tsx'
import type { OpenInbox } from './open-inbox.ts'

/** The address with what one does with it. */
export function AddressBar({ inbox }: { inbox: OpenInbox }) {
  const { address } = inbox
  const isSharing = useSignal(false)
  // Back from a message the focus goes to the message's row, see `MessageList`.
  const heading = useHeadingFocus(route.value.view === 'inbox' && route.value.messageId === null ? address : null)
  return (
    <header class="address-bar">
      <div class="address-line">
        <h1 ref={heading} tabIndex={-1}>
          <FullAddress address={address} />
        </h1>
        <AddressMenu current={address} />
      </div>
      <div class="address-actions">
        <CopyButton kind="primary" text={address} label={t('copy')} />
        <IconButton
          icon="share"
          label={t('share')}
          onClick={() => {
            isSharing.value = true
          }}
        />
        <InboxMenu inbox={inbox} />
        <ConnectionState inbox={inbox} />
      </div>
      {isSharing.value && (
        <ShareDialog
          address={address}
          onClose={() => {
            isSharing.value = false
          }}
        />
      )}
    </header>
  )
}

function AddressMenu({ current }: { current: string }) {
  return (
    <Menu label={t('otherAddresses')} icon="down">
      {recentAddresses.value
        .filter(({ address }) => address !== current)
        .map(({ address }) => (
          <a key={address} class="menu-item" href={inboxPath(address)} onClick={followLink}>
            <Icon name="inbox" />
            <FullAddress address={address} />
          </a>
        ))}
      <a class="menu-item" href="/" onClick={followLink}>
        <Icon name="plus" />
        <span>{t('createAddress')}</span>
      </a>
    </Menu>
  )
}

function InboxMenu({ inbox }: { inbox: OpenInbox }) {
  const { address, facts, messages } = inbox
  const access = accessTo(address)

  const extend = async () => {
    try {
      const expiresAt = await extendAddress(address, access)
      inbox.setExpiresAt(expiresAt)
      showNotice(t('expires', { date: dateOf(expiresAt) }))
    } catch (thrown) {
      showNotice(errorText(toApiError(thrown)), { isError: true })
    }
  }
  const switchNotices = async () => {
    if (!(await switchNotifications())) showNotice(t('notificationsRefused'), { isError: true })
    else if (isNotifying()) showNotice(t('notificationsOn'))
  }
  return (
    <Menu label={t('more')} icon="more">
      {canNotify && (
        <MenuItem
          icon="bell"
          text={t(isNotifying() ? 'notificationsStop' : 'notificationsStart')}
          onClick={() => void switchNotices()}
        />
      )}
      {access.session && <MenuItem icon="clock" text={t('extend')} onClick={() => void extend()} />}
      {messages.value.length > 0 && inbox.mayDelete.value && (
        <MenuItem icon="trash" text={t('clearInbox')} onClick={inbox.clear} />
      )}
      {facts.value && <p class="menu-note">{t('expires', { date: dateOf(facts.value.expiresAt) })}</p>}
    </Menu>
  )
}
