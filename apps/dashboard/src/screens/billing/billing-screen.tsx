import { NoSuchPage } from '../../shell/no-such-page.tsx'

export const BillingScreen = NoSuchPage
