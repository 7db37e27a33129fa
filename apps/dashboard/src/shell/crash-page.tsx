import { buttonClasses } from '../design/button.tsx'

/** In place of a screen whose code has failed, or could not be loaded after the server was updated. */
export const CrashPage = () => (
  <div role="alert" className="grid min-h-[60dvh] place-content-center justify-items-center gap-4 p-4 text-center">
    <div className="grid max-w-md gap-1">
      <h1 className="font-semibold text-xl">This page could not be shown</h1>
      <p className="text-muted text-ui">The dashboard may have been updated meanwhile. Reloading it helps then.</p>
    </div>
    <button type="button" className={buttonClasses()} onClick={() => window.location.reload()}>
      Reload the page
    </button>
  </div>
)
