import { useEffect } from 'react'
import { Button } from '../../design/button.tsx'
import type { SessionState } from '../../session/session.ts'
import { useConfig, useSession } from '../../session/session-context.tsx'
import { Brand } from '../../shell/mark.tsx'

type SignedOut = Extract<SessionState, { kind: 'signed-out' }>

const texts = {
  chosen: { title: 'You are logged out', words: 'Other tabs of this browser are logged out too.' },
  everywhere: {
    title: 'You are logged out everywhere',
    words: 'Every browser in which you were logged in asks for the password again.',
  },
  failed: { title: 'The login did not work', words: 'Nothing was changed. You can try it again.' },
  refused: {
    title: 'This login is not accepted here',
    words: 'The server does not take the token of your login. Your operator can say why; another account may work.',
  },
}

/** Where nobody is logged in and nobody is on the way to the login. */
export function SignInScreen({ state }: { state: SignedOut }) {
  const session = useSession()
  const { publicUrl } = useConfig()
  const { title, words } = texts[state.reason]
  useEffect(() => {
    document.title = `${title} · Inlet`
  }, [title])
  return (
    <main className="grid min-h-dvh place-items-center p-4">
      <div className="grid w-full max-w-sm gap-5 rounded-xl border border-line bg-surface p-7">
        <Brand />
        <div className="grid gap-1">
          <h1 className="text-balance font-semibold text-lg">{title}</h1>
          <p className="text-muted text-ui">{words}</p>
        </div>
        {state.message !== null && (
          <p role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-danger text-ui">
            {state.message}
          </p>
        )}
        <Button look="primary" onClick={() => void session.logIn()}>
          Log in
        </Button>
        <p className="text-faint text-xs">
          <a
            href={`${publicUrl.replace(/\/$/, '')}/docs`}
            className="text-muted underline underline-offset-2 hover:text-ink"
          >
            Documentation of the API
          </a>
        </p>
      </div>
    </main>
  )
}
