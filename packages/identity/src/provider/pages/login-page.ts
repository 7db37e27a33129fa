import { html } from '@inlet/runtime'
import { page } from './page.ts'

interface LoginForm {
  /** What stands in the field already. */
  email: string
  /** Why the last try led nowhere, for people; null at the first. */
  fault: string | null
}

/** The login form. It sends to its own address; browsers and password managers know its fields by `autocomplete`. */
export function loginPage({ email, fault }: LoginForm): string {
  const alert = fault === null ? null : html`<p class="alert" role="alert" id="fault">${fault}</p>`
  const marks = fault === null ? null : html` aria-invalid="true" aria-describedby="fault"`
  // Who has an address there already goes on with the password.
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
