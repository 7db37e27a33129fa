import { Outlet } from '@tanstack/react-router'
import { SignInScreen } from '../screens/sign-in/sign-in-screen.tsx'
import { useSessionState } from '../session/session-context.tsx'
import { Splash } from './splash.tsx'

/** Shows the screens once the user is logged in. */
export function SignedIn() {
  const state = useSessionState()
  if (state.kind === 'signed-out') return <SignInScreen state={state} />
  if (state.kind === 'leaving') return <Splash text="Taking you to the login…" />
  return <Outlet />
}
