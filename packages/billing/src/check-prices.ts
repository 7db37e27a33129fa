import type { PlanCatalogue } from '@inlet/core'
import type { Stripe } from 'stripe'
import { callStripe, isInvalidRequest } from './stripe-errors.ts'

/** A plan whose price at Stripe is not what the plans say. */
export interface PriceError {
  planId: string
  error: 'absent' | 'inactive' | 'different'
}

/** Compares the prices at Stripe with those of the plans. @throws as `callStripe` does */
export async function checkPrices(stripe: Stripe, { all }: PlanCatalogue): Promise<PriceError[]> {
  const errors: PriceError[] = []
  for (const { id: planId, stripePriceId, price } of all) {
    if (stripePriceId === null || price === null) continue
    const found = await priceAt(stripe, stripePriceId)
    const error = !found ? 'absent' : !found.active ? 'inactive' : isSame(found, price) ? null : 'different'
    if (error) errors.push({ planId, error })
  }
  return errors
}

async function priceAt(stripe: Stripe, id: string): Promise<Stripe.Price | null> {
  return await callStripe(() =>
    stripe.prices.retrieve(id).catch((error: unknown) => {
      if (isInvalidRequest(error)) return null
      throw error
    }),
  )
}

const isSame = (found: Stripe.Price, wanted: { amount: number; currency: string; interval: string }) =>
  found.unit_amount === wanted.amount &&
  found.currency === wanted.currency &&
  found.recurring?.interval === wanted.interval &&
  found.recurring.interval_count === 1
