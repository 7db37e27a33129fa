import { z } from 'zod'
import { example } from './examples.ts'

/** Colours of the web inbox: fixed, or as the visitor's system has them. */
export const themes = ['light', 'dark', 'auto'] as const
/** Languages of the web inbox (BCP 47). */
export const locales = ['en', 'de', 'fr', 'es', 'pt', 'ja', 'zh', 'ar'] as const

/** Fields by which a customer changes the looks of the web inbox on the domains of a service. */
export const brandingFields = {
  accentColor: z
    .string()
    .regex(/^#[0-9a-f]{6}$/, 'expected a colour such as #4338ca, in lower case')
    .meta({ description: 'A # and six hexadecimal digits, in lower case.', examples: [example.accentColor] }),
  theme: z.enum(themes).meta({ examples: ['auto'] }),
  locale: z
    .enum(locales)
    .meta({ description: 'The language for visitors whose own language is not supported.', examples: ['en'] }),
}

/** What a service has where nothing was chosen. */
export const brandingDefaults = { accentColor: '#4338ca', theme: 'auto', locale: 'en' } as const

/** How the web inbox of a service presents itself. */
export const branding = z.object({
  name: z.string().meta({ description: 'The service’s name.', examples: [example.serviceName] }),
  ...brandingFields,
  logoUrl: z
    .string()
    .nullable()
    .meta({
      description:
        'The path of its logo on every host of this installation, different for each logo; null if it has none.',
      examples: [null],
    }),
})
export type Branding = z.infer<typeof branding>
