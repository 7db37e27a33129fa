import { html } from '@inlet/runtime'
import { page } from './page.ts'

interface LoginForm {
  /** The prefilled address. */
  email: string
  /** The error message of the last try; null at the first one. */
  error: string | null
}

/** The login form. It posts to its own URL; browsers and password managers recognise its fields by `autocomplete`. */
export function loginPage({ email, error }: LoginForm): string {
  const alert = error === null ? null : html`<p class="alert" role="alert" id="error">${error}</p>`
  const marks = error === null ? null : html` aria-invalid="true" aria-describedby="error"`
  // With a prefilled address the focus is on the password.
  const [first, second] = email === '' ? [html` autofocus`, null] : [null, html` autofocus`]
  return page(
    'Log in',
    html`${alert}<form method="post">
<label for="email">E-mail</label>
<input id="email" name="email" type="email" value="${email}" autocomplete="username" autocapitalize="none" spellcheck="false" inputmode="email" maxlength="320" required${marks}${first}>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" maxlength="1000" required${marks}${second}>
<button type="submit">Log in</button>
</form>`,
  )
}
