import { useEffect } from 'react'
import { Button } from '../../design/button.tsx'
import type { SessionState } from '../../session/session.ts'
import { useConfig, useSession } from '../../session/session-context.tsx'
import { Brand } from '../../shell/mark.tsx'

type SignedOut = Extract<SessionState, { kind: 'signed-out' }>

const texts = {
  chosen: { title: 'You are logged out', text: 'Other tabs of this browser are logged out too.' },
  everywhere: {
    title: 'You are logged out everywhere',
    text: 'Every browser where you were logged in now asks for your password.',
  },
  failed: { title: 'Login failed', text: 'Nothing was changed. Try again.' },
  refused: {
    title: 'This login is not accepted here',
    text: 'The server does not accept the token of your login. Ask your operator why, or try another account.',
  },
}

/** Shown while no user is logged in or being redirected to the login. */
export function SignInScreen({ state }: { state: SignedOut }) {
  const session = useSession()
  const { publicUrl } = useConfig()
  const { title, text } = texts[state.reason]
  useEffect(() => {
    document.title = `${title} · Inlet`
  }, [title])
  return (
    <main className="grid min-h-dvh place-items-center p-4">
      <div className="grid w-full max-w-sm gap-5 rounded-xl border border-line bg-surface p-7">
        <Brand />
        <div className="grid gap-1">
          <h1 className="text-balance font-semibold text-lg">{title}</h1>
          <p className="text-muted text-ui">{text}</p>
        </div>
        {state.message !== null && (
          <p role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-danger text-ui">
            {state.message}
          </p>
        )}
        <Button variant="primary" onClick={() => void session.logIn()}>
          Log in
        </Button>
        <p className="text-faint text-xs">
          <a
            href={`${publicUrl.replace(/\/$/, '')}/docs`}
            className="text-muted underline underline-offset-2 hover:text-ink"
          >
            API documentation
          </a>
        </p>
      </div>
    </main>
  )
}
