import { type BrandingPreview, previewReady, textColourOn } from '@inlet/contract'
import { signal } from '@preact/signals'
import { render } from 'preact'
import { LockGate } from '../dialogs/lock-gate.tsx'
import { showLanguage } from '../languages/language.ts'
import { InboxPanes } from '../shell/inbox-view.tsx'
import { PageHeader } from '../shell/page-header.tsx'
import { StartView } from '../start/start-view.tsx'
import { domain } from '../state/domain.ts'
import { theme } from '../state/theme.ts'
import { readPreview } from './read-preview.ts'
import { sampleInbox, sampleMessageId } from './sample-inbox.ts'

type Shown = Pick<BrandingPreview, 'view' | 'host'>

const shown = signal<Shown | null>(null)

/**
 * Shows the page with branding that is not saved yet, as the dashboard around this frame sends it. The frame has no origin (its policy
 * sandboxes it) and may call nobody; nothing in it can be clicked. Messages count that come from the window around it, while a page of this
 * page's own host is in it.
 */
export function startPreview(root: HTMLElement): void {
  // Of the URL: in the sandbox `origin` itself is "null".
  const { origin } = new URL(location.href)
  root.inert = true
  render(<Preview />, root)
  addEventListener('message', (event: MessageEvent<unknown>) => {
    if (event.source !== window.parent || event.origin !== origin) return
    const preview = readPreview(event.data, origin)
    if (preview) show(preview)
  })
  window.parent.postMessage(previewReady, origin)
}

function show({ name, accentColor, locale, logoUrl, theme: wantedTheme, view, host }: BrandingPreview): void {
  const { style } = document.documentElement
  style.setProperty('--accent', accentColor)
  style.setProperty('--on-accent', textColourOn(accentColor))
  theme.value = wantedTheme
  domain.value = { host, name, accentColor, theme: wantedTheme, status: 'active', logoUrl, locale, locked: false }
  shown.value = { view, host }
  // A language that cannot be loaded leaves the one that is shown.
  void showLanguage(locale).catch(() => {})
}

function Preview() {
  if (!shown.value) return null
  return (
    <>
      <PageHeader />
      <main id="content">
        <PreviewView {...shown.value} />
      </main>
    </>
  )
}

function PreviewView({ view, host }: Shown) {
  if (view === 'start') return <StartView host={host} isLocked={false} />
  if (view === 'lock') return <LockGate host={host} onOpen={() => {}} />
  return <InboxPanes inbox={sampleInbox(`ada@${host}`)} messageId={view === 'message' ? sampleMessageId : null} />
}
