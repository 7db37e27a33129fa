import { useEffect } from 'preact/hooks'
import { waitingUntil } from '../api/request.ts'
import { seconds } from '../languages/formats.ts'
import { t } from '../languages/language.ts'
import { countTo, now, secondsUntil } from '../state/time.ts'

/** Says that calls wait because there were too many, and when they go on. */
export function WaitingBanner() {
  const until = waitingUntil.value
  useEffect(() => countTo(until), [until])
  if (until <= now.value) return null
  return (
    <div class="banner" role="status">
      {t('stateWaiting', { time: seconds(secondsUntil(until)) })}
    </div>
  )
}
