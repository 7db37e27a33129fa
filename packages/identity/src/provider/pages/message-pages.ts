import { html, trusted } from '@inlet/runtime'
import { page } from './page.ts'

/** Asks whether to log out; `form` is oidc-provider's (`op.logoutForm`), to which a button with `logout=yes` says yes. */
export function logoutPage(form: string): string {
  return page(
    'Log out?',
    html`<p class="quiet">You will have to log in again to use the dashboard.</p>
${trusted(form)}
<button type="submit" form="op.logoutForm" name="logout" value="yes" autofocus>Log out</button>
<button type="submit" form="op.logoutForm" class="second">Stay logged in</button>`,
  )
}

/** After a logout without a redirect URI. */
export function signedOutPage(): string {
  return page('You are logged out', html`<p class="quiet">You can close this window.</p>`)
}

/** Shows an error with a public message. */
export function errorPage(message: string): string {
  return page(
    'That did not work',
    html`<p class="alert" role="alert">${message}</p>
<p class="quiet">Go back to where you came from and start again.</p>`,
  )
}

/** Too many tries, with the time to wait. */
export function tooManyPage(retryAfterSeconds: number): string {
  const minutes = Math.ceil(retryAfterSeconds / 60)
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`
  return page(
    'Too many tries',
    html`<p class="alert" role="alert">Please wait ${wait} and try again.</p>
<p class="quiet">A browser in which you have logged in before may still let you in.</p>`,
  )
}
