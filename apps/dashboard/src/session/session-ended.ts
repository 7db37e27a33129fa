/** The session is over, and the page is on its way to the login. */
export class SessionEnded extends Error {
  override name = 'SessionEnded'
}
