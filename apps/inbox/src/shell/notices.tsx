import { Button, IconButton } from '../design/button.tsx'
import { t } from '../languages/language.ts'
import { announcement, closeNotice, notices } from '../state/notices.ts'

/** Short texts at the edge of the page. */
export function Notices() {
  return (
    <div class="notices" role="status">
      {notices.value.map(({ id, text, isError, action }) => (
        <div key={id} class={`notice ${isError ? 'is-error' : ''}`} role={isError ? 'alert' : undefined}>
          <span>{text}</span>
          {action && (
            <Button kind="quiet" onClick={action.run}>
              {action.label}
            </Button>
          )}
          {isError && <IconButton icon="close" label={t('close')} onClick={() => closeNotice(id)} />}
        </div>
      ))}
    </div>
  )
}

/** What a screen reader says, without anything to see. */
export function Announcer() {
  return (
    <div class="visually-hidden" aria-live="polite">
      {announcement.value}
    </div>
  )
}
