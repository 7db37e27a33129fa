/** A web app that is not built or cannot be; the message is one for operators. */
export class WebBuildError extends Error {
  override name = 'WebBuildError'
}
