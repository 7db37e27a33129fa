/** What a browser does for a login, without a browser: follows nothing by itself, keeps cookies by their path. */
export function browserSession() {
  const jar: { name: string; value: string; path: string }[] = []

  function keep(setCookies: string[]): void {
    for (const line of setCookies) {
      const [pair = '', ...attributes] = line.split(/;\s*/)
      const [name = '', ...value] = pair.split('=')
      const path = attributes.find((text) => text.toLowerCase().startsWith('path='))?.slice(5) ?? '/'
      const at = jar.findIndex((cookie) => cookie.name === name && cookie.path === path)
      if (at >= 0) jar.splice(at, 1)
      const isRemoved = /expires=Thu, 01 Jan 1970/i.test(line)
      if (!isRemoved) jar.push({ name, value: value.join('='), path })
    }
  }

  return {
    jar,
    async ask(
      url: string | URL,
      init: { method?: string; headers?: Record<string, string>; form?: Record<string, string> } = {},
    ) {
      const { pathname } = new URL(url)
      const cookies = jar.filter(({ path }) => pathname.startsWith(path)).map(({ name, value }) => `${name}=${value}`)
      const response = await fetch(url, {
        method: init.form ? 'POST' : init.method,
        redirect: 'manual',
        headers: {
          accept: 'text/html',
          ...(cookies.length > 0 ? { cookie: cookies.join('; ') } : {}),
          ...init.headers,
        },
        body: init.form ? new URLSearchParams(init.form) : null,
      })
      keep(response.headers.getSetCookie())
      const location = response.headers.get('location')
      return {
        status: response.status,
        headers: response.headers,
        text: await response.text(),
        location: location && new URL(location, url).href,
      }
    },
  }
}

export type BrowserSession = ReturnType<typeof browserSession>
