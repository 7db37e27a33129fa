import { CircleAlert } from 'lucide-react'
import { errorText, toCallError } from '../api/call-error.ts'
import { RequestId } from './request-id.tsx'

/** Why an action failed, next to the action; nothing where it did not. */
export function InlineError({ error }: { error: unknown }) {
  if (error === null || error === undefined) return null
  const { requestId } = toCallError(error)
  return (
    <div role="alert" className="flex gap-2.5 rounded-md border border-danger/40 px-3 py-2 text-danger text-ui">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="grid min-w-0 gap-0.5">
        <p>{errorText(error)}</p>
        <RequestId id={requestId} />
      </div>
    </div>
  )
}
