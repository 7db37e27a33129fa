import { CircleAlert, RotateCw } from 'lucide-react'
import { errorText, toCallError } from '../api/call-error.ts'
import { Button } from './button.tsx'
import { RequestId } from './request-id.tsx'

interface ErrorStateProps {
  /** What could not be shown: "The API keys could not be loaded". */
  title: string
  error: unknown
  onRetry: () => void
  isRetrying?: boolean
}

/** In place of what could not be loaded: why, the request's id, and another try. */
export function ErrorState({ title, error, onRetry, isRetrying = false }: ErrorStateProps) {
  const { requestId } = toCallError(error)
  return (
    <div role="alert" className="grid justify-items-center gap-3 px-4 py-14 text-center">
      <CircleAlert aria-hidden className="size-6 text-danger" />
      <div className="grid max-w-md gap-1">
        <p className="font-medium">{title}</p>
        <p className="text-pretty text-muted text-ui">{errorText(error)}</p>
        <RequestId id={requestId} />
      </div>
      <Button size="small" isBusy={isRetrying} onClick={onRetry}>
        {!isRetrying && <RotateCw aria-hidden />}
        Try again
      </Button>
    </div>
  )
}
