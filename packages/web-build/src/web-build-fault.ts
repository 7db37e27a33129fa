/** A web app that is not built or cannot be; the message is one for operators. */
export class WebBuildFault extends Error {
  override name = 'WebBuildFault'
}
