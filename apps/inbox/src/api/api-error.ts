import type { ErrorBody } from '@inlet/contract'

interface ErrorFacts {
  /** 0 where no answer came. */
  status: number
  /** `error.details[0].code`, or `error.code` where there is no detail; `network` where no answer came. */
  code: string
  requestId: string | null
  retryAfterSeconds: number | null
}

/** A call that failed: without an answer (`status` 0), or with an error of the server. */
export class ApiError extends Error {
  readonly facts: ErrorFacts

  constructor(facts: ErrorFacts) {
    super(facts.code)
    this.name = 'ApiError'
    this.facts = facts
  }

  get status(): number {
    return this.facts.status
  }

  get code(): string {
    return this.facts.code
  }
}

/** The error of a call that got no answer: the server is away, or the visitor is offline. */
export const noAnswer = () => new ApiError({ status: 0, code: 'network', requestId: null, retryAfterSeconds: null })

/** The error that an answer with an error status stands for; a proxy's own page has no body of ours. */
export async function readApiError(response: Response): Promise<ApiError> {
  const body: Partial<ErrorBody> | null = await response.json().catch(() => null)
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN)
  return new ApiError({
    status: response.status,
    code: body?.error?.details?.[0]?.code ?? body?.error?.code ?? 'unknown',
    requestId: body?.error?.requestId ?? response.headers.get('X-Request-Id'),
    retryAfterSeconds: Number.isFinite(seconds) ? seconds : null,
  })
}

/** What was thrown, as a error; anything but an `ApiError` is a mistake of the page, shown as an error without a status. */
export const toApiError = (thrown: unknown): ApiError =>
  thrown instanceof ApiError
    ? thrown
    : new ApiError({ status: 0, code: 'page', requestId: null, retryAfterSeconds: null })
