import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ApiProvider } from './api/api-context.tsx'
import { createApi } from './api/client.ts'
import { Clock } from './design/clock.tsx'
import { watchFocus } from './design/return-focus.ts'
import { TooltipProvider } from './design/tooltip.tsx'
import { makeRouter } from './routes.tsx'
import { basePath } from './session/base-path.ts'
import { readConfig } from './session/read-config.ts'
import { createSession } from './session/session.ts'
import { SessionProvider } from './session/session-context.tsx'
import { reloadAfterUpdate } from './shell/reload-after-update.ts'
import { StartFailure } from './shell/start-failure.tsx'
import { applyTheme, storedTheme } from './shell/theme.ts'
import { ThemeProvider } from './shell/theme-menu.tsx'
import { ThemedToaster } from './shell/themed-toaster.tsx'
import './design/tokens.css'

const place = document.getElementById('root')
if (!place) throw new Error('the page has no place for the app')
const root = createRoot(place)

/** Asks the server where to log in, continues or begins a session, and shows the page of the URL. */
async function start(): Promise<void> {
  watchFocus()
  const base = basePath()
  const config = await readConfig(base)
  const { origin } = new URL(config.publicUrl)
  // The provider sends everybody back to the public URL, where a login that began elsewhere is not known.
  if (origin !== window.location.origin) {
    const { pathname, search, hash } = window.location
    return window.location.replace(`${origin}${pathname}${search}${hash}`)
  }
  const session = createSession(config, base)
  reloadAfterUpdate(session.announceLeaving)
  const path = await session.start()
  if (path !== null) window.history.replaceState(null, '', path)
  const router = makeRouter(base)
  root.render(
    <StrictMode>
      <ThemeProvider>
        <TooltipProvider delayDuration={400}>
          <SessionProvider parts={{ session, config }}>
            <ApiProvider api={createApi(session, base)}>
              <Clock>
                <RouterProvider router={router} />
              </Clock>
              <ThemedToaster />
            </ApiProvider>
          </SessionProvider>
        </TooltipProvider>
      </ThemeProvider>
    </StrictMode>,
  )
}

applyTheme(storedTheme())
start().catch(() => root.render(<StartFailure />))
