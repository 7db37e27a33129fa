import { NoSuchPage } from '../../shell/no-such-page.tsx'

export const BrandingScreen = NoSuchPage
