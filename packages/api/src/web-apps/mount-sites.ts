import { type DashboardConfig, type DomainInfo, isWildcard, locales } from '@inlet/contract'
import type { FindSite } from '@inlet/core'
import { requestedHost } from '@inlet/runtime'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import type { BuiltWebApp } from './built-web-app.ts'
import { letterIcon, webManifest } from './domain-files.ts'
import { inboxPage, pageHeaders } from './inbox-page.ts'
import { mountAssets } from './mount-assets.ts'
import { mountDashboard } from './mount-dashboard.ts'
import { noSiteHeaders, noSitePage } from './no-site-page.ts'

/** What a host shows: the operator's own, a domain's page, or nothing. */
type Site = { kind: 'own' } | { kind: 'inbox'; info: DomainInfo } | { kind: 'none' }

/** The web apps of this installation. */
export interface Sites {
  /** The visitors' pages. */
  inbox: BuiltWebApp
  /** Which domain's page a host shows. */
  findSite: FindSite
  dashboard: BuiltWebApp
  dashboardConfig: () => DashboardConfig
  /** The origins that the dashboard calls to log in. */
  loginOrigins: () => Promise<string[]>
}

interface SiteOptions extends Sites {
  /** The service's address as its users see it. */
  publicUrl: () => string
}

/** Answers nothing (undefined) where the API's error is right. */
type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined>

/** How requests without a route are answered: every path of a page is the page; one that cannot be decoded is none. */
export interface SiteAnswers {
  unknownPath: Handler
  brokenPath: Handler
}

/** Below these a path is never one of a page: clients of the API get its errors, on every host. */
const ownPaths = /^\/(?:v1|trpc|docs|oidc|assets|livez|readyz)(?:[/?]|$)/
const fileSeconds = 300

/**
 * Mounts what people see in a browser, by the host of the request: a domain's page with its files, or, on the operator's own host, the
 * dashboard, to which `/` leads.
 * @returns the handlers of requests that have no route
 */
export function mountSites(app: FastifyInstance, options: SiteOptions): SiteAnswers {
  const { inbox, findSite, publicUrl } = options
  const page = inboxPage(inbox.index)
  const sendPage = (request: FastifyRequest, reply: FastifyReply, info: DomainInfo) =>
    reply.headers(pageHeaders).send(page(info, languageFor(request, info)))
  const sendNothing = (reply: FastifyReply) => reply.code(404).headers(noSiteHeaders).send(noSitePage)

  const isOwnName = (hostname: string) => hostname === new URL(publicUrl()).hostname
  /** Also where a domain of the same name has its page at `/`: the dashboard is at one address. */
  function isOwnHost({ host: written }: FastifyRequest): boolean {
    const host = requestedHost(written)
    return host.kind === 'own' || (host.kind === 'named' && isOwnName(host.hostname))
  }

  async function siteOf({ host: written }: FastifyRequest): Promise<Site> {
    const host = requestedHost(written)
    if (host.kind !== 'named') return host
    const site = await findSite(host.hostname)
    const isOwn = isOwnName(host.hostname)
    // The operator may have a domain of the name of this installation; a wildcard over it does not mean that name.
    if (site?.isPublic && !(isOwn && isWildcard(site.domainName))) return { kind: 'inbox', info: site.info }
    return isOwn ? { kind: 'own' } : { kind: 'none' }
  }

  app.get('/', async (request, reply) => {
    const site = await siteOf(request)
    if (site.kind === 'inbox') return sendPage(request, reply, site.info)
    if (site.kind === 'none') return sendNothing(reply)
    // Temporary and not cached: another page may be served here later.
    return reply.header('Cache-Control', 'no-store').redirect(dashboardBase(), 302)
  })

  const dashboardBase = () => `${new URL(publicUrl()).pathname.replace(/(?<!\/)\/+$/, '')}/dashboard/`
  mountDashboard(app, { ...options, base: dashboardBase, isOwn: isOwnHost })

  const mountFile = (url: string, contentType: string, make: (info: DomainInfo) => string) =>
    app.get(url, async (request, reply) => {
      const site = await siteOf(request)
      if (site.kind !== 'inbox') return reply.callNotFound()
      reply.headers({ 'Content-Type': contentType, 'Cache-Control': `public, max-age=${fileSeconds}` })
      // An icon that is opened by itself is a document: it may load and run nothing.
      return reply.header('Content-Security-Policy', "default-src 'none'").send(make(site.info))
    })
  mountFile('/manifest.webmanifest', 'application/manifest+json; charset=utf-8', webManifest)
  mountFile('/icon.svg', 'image/svg+xml; charset=utf-8', letterIcon)
  // For programs that look for an icon without reading the page.
  mountFile('/favicon.ico', 'image/svg+xml; charset=utf-8', letterIcon)
  mountAssets(app, { folder: '/assets', assets: inbox.assets, isServedTo: () => true, isForSandboxes: true })

  /** The site whose pages a request may be for; the operator's own has none. */
  async function pagesFor(request: FastifyRequest): Promise<Site> {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    return isRead && !ownPaths.test(request.url) ? await siteOf(request) : { kind: 'own' }
  }

  return {
    unknownPath: async (request, reply) => {
      const site = await pagesFor(request)
      if (site.kind === 'own') return undefined
      return site.kind === 'inbox' ? sendPage(request, reply, site.info) : sendNothing(reply)
    },
    brokenPath: async (request, reply) => {
      const site = await pagesFor(request)
      return site.kind === 'own' ? undefined : sendNothing(reply)
    },
  }
}

/** The visitor's language where the page has it (RFC 9110 §12.5.4), else the service's. */
function languageFor({ raw }: FastifyRequest, { locale }: DomainInfo): string {
  // Of languages that the visitor likes as much, the first: without the header that is the service's.
  return new Negotiator(raw).language([locale, ...locales.filter((each) => each !== locale)]) ?? locale
}
