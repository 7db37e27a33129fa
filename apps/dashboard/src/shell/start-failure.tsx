import { buttonClasses } from '../design/button.tsx'
import { Brand } from './mark.tsx'

/** In place of the dashboard where the server does not even say how to log in. */
export const StartFailure = () => (
  <main className="grid min-h-dvh place-items-center p-4">
    <div role="alert" className="grid w-full max-w-sm gap-5 rounded-xl border border-line bg-surface p-7">
      <Brand />
      <div className="grid gap-1">
        <h1 className="text-balance font-semibold text-lg">The server cannot be reached</h1>
        <p className="text-muted text-ui">
          Check your connection. If others have the same problem, the server may be restarting.
        </p>
      </div>
      <button type="button" className={buttonClasses('primary')} onClick={() => window.location.reload()}>
        Try again
      </button>
    </div>
  </main>
)
