/** Leaves for a page of the payment provider. Whatever the server says, it is a web page and no script. */
export function goTo(url: string): void {
  if (/^https?:$/.test(new URL(url).protocol)) window.location.assign(url)
}
