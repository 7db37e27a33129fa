import { type Branding, brandingDefaults, type Service } from '@inlet/contract'
import type { Deps } from '../deps.ts'
import { planOf, retentionDaysOf } from '../plans/plan-catalogue.ts'
import type { ServiceDoc } from './service-model.ts'

/** How the web inbox of a service presents itself. */
export const brandingOf = ({ name, accentColor, theme, locale, logoDigest }: ServiceDoc): Branding => ({
  name,
  accentColor: accentColor ?? brandingDefaults.accentColor,
  theme: theme ?? brandingDefaults.theme,
  locale: locale ?? brandingDefaults.locale,
  logoUrl: logoDigest ? `/v1/public/logos/${logoDigest}` : null,
})

/** The public shape of a service. */
export function toService(deps: Deps, service: ServiceDoc): Service {
  const { name, accentColor, theme, locale, logoUrl } = brandingOf(service)
  return {
    id: service._id,
    name,
    accentColor,
    theme,
    locale,
    logoUrl,
    retentionDays: retentionDaysOf(deps.plans, service),
    accessLock: { enabled: service.accessLock?.isEnabled ?? false },
    plan: planOf(deps.plans, service.plan).id,
    createdAt: service.createdAt.toISOString(),
  }
}
