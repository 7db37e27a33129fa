import type { Branding } from './branding.ts'

/**
 * What the dashboard sends into the frame that shows the web inbox with unsaved branding (`postMessage`). The frame believes the page of its
 * own origin around it, and nobody else.
 */
export interface BrandingPreview extends Pick<Branding, 'name' | 'accentColor' | 'locale' | 'logoUrl'> {
  kind: 'inlet.branding-preview'
  /** The colours to show: where the service leaves them to the visitor, the dashboard shows one after the other. */
  theme: 'light' | 'dark'
  view: 'start' | 'inbox' | 'message' | 'lock'
  /** The host that the page says it is on. */
  host: string
}

/** What the frame sends when it listens, so that nothing is sent before. */
export const previewReady = 'inlet.branding-preview-ready'
