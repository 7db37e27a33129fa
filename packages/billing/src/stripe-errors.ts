import { AppError } from '@inlet/contract'
import type { Metrics } from '@inlet/runtime'
import { Stripe } from 'stripe'

/** An error of Stripe for the log: the library's own errors have the customer's data, and a part of the key. */
class StripeError extends Error {
  override name = 'StripeError'
}

/** Whether Stripe does not know an object that a call named, or does not allow the call in its state. */
export const isInvalidRequest = (error: unknown): boolean => error instanceof Stripe.errors.StripeInvalidRequestError

/**
 * Calls Stripe. @throws SERVICE_UNAVAILABLE where it does not answer, fails or has had too many calls; StripeError where it refuses the call
 */
export async function callStripe<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    throw publicError(error)
  }
}

/** Calls Stripe as `callStripe` does. */
export type CallStripe = typeof callStripe

/** The same, with each call counted by what came of it. */
export function countedCalls({ called }: Metrics['billing']): CallStripe {
  return async (call) => {
    try {
      const answer = await callStripe(call)
      called('answered')
      return answer
    } catch (error) {
      if (error instanceof StripeError) called('refused')
      else if (error instanceof AppError) called('away')
      throw error
    }
  }
}

function publicError(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error
  const { type, statusCode, code, param, requestId } = error
  const facts = [type, statusCode, code, param, requestId].filter((fact) => fact !== undefined && fact !== '')
  const reported = new StripeError(`Stripe: ${facts.join(' ')}`)
  const isPassing =
    error instanceof Stripe.errors.StripeConnectionError ||
    error instanceof Stripe.errors.StripeAPIError ||
    error instanceof Stripe.errors.StripeRateLimitError
  if (!isPassing) return reported
  const message = 'The provider of payment does not answer'
  return new AppError('SERVICE_UNAVAILABLE', message, { retryAfterSeconds, cause: reported })
}

const retryAfterSeconds = 5
