import type { ChangeServiceInput, Service } from '@inlet/contract'

/** What the form has: absent or equal fields do not change, and `logo` is a data URL, null for none, or absent for the one that is there. */
export type BrandingValues = Partial<Pick<ChangeServiceInput, 'name' | 'accentColor' | 'theme' | 'locale' | 'logo'>>

const names = {
  name: 'name',
  accentColor: 'accent colour',
  theme: 'colours',
  locale: 'language',
  logo: 'logo',
} as const

/** What the form has of a service before anybody has typed. */
export const valuesOf = ({ name, accentColor, theme, locale }: Service) => ({
  name,
  accentColor,
  theme,
  locale,
  logo: undefined,
})

/** The fields of the form that differ from the service: what is sent, so that another person's change of the rest remains. */
export function changesOf(values: BrandingValues, service: Service): BrandingValues {
  const { name, accentColor, theme, locale, logo } = values
  const isNewLogo = logo !== undefined && (logo !== null || service.logoUrl !== null)
  return {
    ...(name !== undefined && name.trim() !== service.name && { name }),
    ...(accentColor !== undefined && accentColor !== service.accentColor && { accentColor }),
    ...(theme !== undefined && theme !== service.theme && { theme }),
    ...(locale !== undefined && locale !== service.locale && { locale }),
    ...(isNewLogo && { logo }),
  }
}

/** The names of the changed fields: "name, logo". */
export const changedNames = (changes: BrandingValues): string =>
  Object.entries(names)
    .filter(([field]) => field in changes)
    .map(([, label]) => label)
    .join(', ')

/** What a preview shows of the form: what is half typed, or empty, is shown as it is saved. */
export function shownOf({ name = '', accentColor = '', theme, locale }: BrandingValues, service: Service) {
  return {
    name: name.trim() || service.name,
    accentColor: /^#[0-9a-f]{6}$/.test(accentColor) ? accentColor : service.accentColor,
    theme: theme ?? service.theme,
    locale: locale ?? service.locale,
  }
}
