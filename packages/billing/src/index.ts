export { checkPrices, type PriceError } from './check-prices.ts'
export { type StripeSettings, stripeClient } from './stripe-client.ts'
export { stripeProvider } from './stripe-provider.ts'
