import { useEffect, useMemo } from 'preact/hooks'
import { seconds } from '../languages/formats.ts'
import { t } from '../languages/language.ts'
import { countTo, secondsUntil } from '../state/time.ts'
import type { OpenInbox } from './open-inbox.ts'

const texts = {
  connecting: 'stateConnecting',
  live: 'stateLive',
  offline: 'stateOffline',
  paused: 'statePaused',
  waiting: 'stateWaiting',
  retrying: 'stateRetrying',
} as const

/** How the page is connected: a dot with a text, which counts down where it will try again. */
export function ConnectionState({ inbox }: { inbox: OpenInbox }) {
  const connection = inbox.connection.value
  const until = 'until' in connection ? connection.until : 0
  useEffect(() => countTo(until), [until])
  const text = (left: number) => t(texts[connection.state], { time: seconds(left) })
  // The countdown is no news for a screen reader: it says how long it is when it begins.
  const said = useMemo(() => (until > 0 ? text(secondsUntil(until)) : ''), [until])
  return (
    <p class={`connection is-${connection.state}`}>
      <span class="connection-dot" aria-hidden="true" />
      <span aria-hidden={until > 0}>{text(secondsUntil(until))}</span>
      <span class="visually-hidden" role="status">
        {said}
      </span>
    </p>
  )
}
