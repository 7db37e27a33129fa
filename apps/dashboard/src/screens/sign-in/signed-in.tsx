import { Outlet } from '@tanstack/react-router'
import { useSessionState } from '../../session/session-context.tsx'
import { Splash } from '../../shell/splash.tsx'
import { SignInScreen } from './sign-in-screen.tsx'

/** Shows the screens once the user is logged in. */
export function SignedIn() {
  const state = useSessionState()
  if (state.kind === 'signed-out') return <SignInScreen state={state} />
  if (state.kind === 'leaving') return <Splash text="Taking you to the login…" />
  return <Outlet />
}
