import type { BrandingPreview, Service } from '@inlet/contract'
import { useMemo, useState } from 'react'
import { Select } from '../../design/select.tsx'
import { PreviewFrame } from './preview-frame.tsx'

const views: readonly { value: BrandingPreview['view']; label: string }[] = [
  { value: 'message', label: 'A message' },
  { value: 'inbox', label: 'An inbox' },
  { value: 'start', label: 'Start page' },
  { value: 'lock', label: 'Access lock' },
]
const sizes = [
  { value: 'desk', label: 'Desk', width: 1024, height: 660 },
  { value: 'phone', label: 'Phone', width: 390, height: 700 },
] as const
const themes = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

/** What this page itself is shown in. */
function darkOrLight(): 'light' | 'dark' {
  const isDark = window.matchMedia('(prefers-color-scheme: dark)').matches
  return (
    themes.find(({ value }) => value === document.documentElement.dataset.theme)?.value ?? (isDark ? 'dark' : 'light')
  )
}

interface PreviewPartProps extends Pick<BrandingPreview, 'name' | 'accentColor' | 'locale' | 'logoUrl' | 'host'> {
  /** The colours that the service has; left to the visitor they are chosen here alone. */
  theme: Service['theme']
}

/** The web inbox with what is in the form, at the width of a desk or a phone, in light or dark, with sample mails. */
export function PreviewPart({ name, accentColor, locale, logoUrl, host, theme }: PreviewPartProps) {
  const [view, setView] = useState(views[0]?.value ?? 'message')
  const [size, setSize] = useState<(typeof sizes)[number]>(() =>
    window.matchMedia('(width < 40rem)').matches ? sizes[1] : sizes[0],
  )
  const [chosen, setChosen] = useState<'light' | 'dark'>(darkOrLight)
  const shownTheme = theme === 'auto' ? chosen : theme
  const shown = useMemo(
    (): BrandingPreview => ({
      kind: 'inlet.branding-preview',
      ...{ name, accentColor, locale, logoUrl, host, view },
      theme: shownTheme,
    }),
    [name, accentColor, locale, logoUrl, host, view, shownTheme],
  )
  return (
    <section aria-label="Preview" className="grid min-w-0 content-start gap-3">
      <div className="flex items-center gap-2 max-sm:grid">
        <h3 className="mr-auto font-medium text-ui">Preview</h3>
        <div className="flex min-w-0 gap-2 max-sm:flex-wrap max-sm:*:flex-1">
          <Select
            aria-label="Shown page"
            className="max-sm:basis-full!"
            options={views}
            value={view}
            onChange={(event) => setView(views.find(({ value }) => value === event.target.value)?.value ?? view)}
          />
          <Select
            aria-label="Width"
            options={sizes}
            value={size.value}
            onChange={(event) => setSize(sizes.find(({ value }) => value === event.target.value) ?? size)}
          />
          {theme === 'auto' && (
            <Select
              aria-label="Shown colours"
              options={themes}
              value={chosen}
              onChange={(event) => setChosen(themes.find(({ value }) => value === event.target.value)?.value ?? chosen)}
            />
          )}
        </div>
      </div>
      <PreviewFrame shown={shown} width={size.width} height={size.height} />
      <p className="text-faint text-xs">The page itself, with sample mails. Nothing in it can be clicked.</p>
    </section>
  )
}
