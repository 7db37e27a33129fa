import { type DeliveryAttempt, limits } from '@inlet/contract'
import { CodeText } from '../../design/code-text.tsx'
import { DateTime } from '../../design/date-time.tsx'
import { formatTime } from '../../design/format-time.ts'
import { AnswerBadge } from './answer-badge.tsx'
import { attemptText, formatDuration } from './delivery-labels.ts'

interface AttemptsProps {
  /** Oldest first, as the API has them. */
  attempts: readonly DeliveryAttempt[]
  /** With those that are not kept. */
  attemptCount: number
  isWebhookEnabled: boolean
}

/** The calls that were made, the newest first. */
export function Attempts({ attempts, attemptCount, isWebhookEnabled }: AttemptsProps) {
  if (attempts.length === 0) {
    return (
      <p className="text-muted text-ui">
        {isWebhookEnabled
          ? 'No attempts yet: the first one appears here automatically.'
          : 'No attempts yet: it is sent when the webhook is enabled.'}
      </p>
    )
  }
  const left = attemptCount - attempts.length
  return (
    <ol className="grid divide-y divide-line rounded-md border border-line">
      {attempts
        .map((attempt, index) => ({ attempt, number: left + index + 1 }))
        .reverse()
        .map(({ attempt, number }) => (
          <Attempt key={number} attempt={attempt} number={number} />
        ))}
      {left > 0 && (
        <li className="px-3 py-2 text-faint text-xs">
          The last {limits.attemptsKept} attempts are kept; {left} earlier ones are not.
        </li>
      )}
    </ol>
  )
}

function Attempt({ attempt, number }: { attempt: DeliveryAttempt; number: number }) {
  const { at, durationMs, status, error, responseBody } = attempt
  return (
    <li className="grid min-w-0 gap-1.5 px-3 py-2.5 text-ui">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium">Attempt {number}</span>
        <AnswerBadge status={status} />
        <span className="text-muted text-xs tabular-nums">{formatDuration(durationMs)}</span>
        <span className="ml-auto text-muted text-xs" title={formatTime(new Date(at))}>
          <DateTime at={at} />
        </span>
      </div>
      <p className="text-muted">{attemptText({ status, error })}</p>
      {responseBody !== '' && (
        <details className="min-w-0">
          <summary className="w-fit rounded text-muted text-xs hover:text-ink">Response body</summary>
          <pre
            dir="auto"
            className="mt-1.5 max-h-48 overflow-auto whitespace-pre-wrap break-all rounded-md border border-line bg-canvas p-2.5 font-mono text-xs leading-5"
          >
            <CodeText>{responseBody}</CodeText>
          </pre>
        </details>
      )}
    </li>
  )
}
