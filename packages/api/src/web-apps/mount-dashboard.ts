import { AppError, type DashboardConfig } from '@inlet/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { BuiltWebApp } from './built-web-app.ts'
import { dashboardHeaders, dashboardPage } from './dashboard-page.ts'
import { inboxPreview, previewHeaders } from './inbox-preview.ts'
import { mountAssets } from './mount-assets.ts'

interface DashboardOptions {
  dashboard: BuiltWebApp
  /** The visitors' pages, of which the dashboard shows a preview. */
  inbox: BuiltWebApp
  dashboardConfig: () => DashboardConfig
  /** The origins that the page calls to log in. */
  loginOrigins: () => Promise<string[]>
  /** The path of the dashboard as browsers see it, with a final slash. */
  base: () => string
  /** Whether a request is to the operator's own host. */
  isOwn: (request: FastifyRequest) => boolean
}

/** Mounts the dashboard at `/dashboard`, on the operator's own host: its files, and its page at every other path. */
export function mountDashboard(app: FastifyInstance, options: DashboardOptions): void {
  const { dashboard, inbox, dashboardConfig, loginOrigins, base, isOwn } = options
  const page = dashboardPage(dashboard.index)
  const preview = inboxPreview(inbox.index)

  async function sendPage(request: FastifyRequest, reply: FastifyReply) {
    if (!isOwn(request)) return reply.callNotFound()
    return reply.headers(dashboardHeaders(await loginOrigins())).send(page(base()))
  }

  app.get('/dashboard', sendPage)
  app.get<{ Params: { '*': string } }>('/dashboard/*', (request, reply) => {
    if (isOwn(request) && /^assets(?:\/|$)/.test(request.params['*'])) throw new AppError('NOT_FOUND', 'No such file')
    return sendPage(request, reply)
  })
  app.get('/dashboard/inbox-preview', (request, reply) => {
    if (!isOwn(request)) return reply.callNotFound()
    return reply.headers(previewHeaders).send(preview(base().slice(0, -'dashboard/'.length)))
  })
  app.get('/dashboard/config.json', (request, reply) => {
    if (!isOwn(request)) return reply.callNotFound()
    return reply.header('Cache-Control', 'no-store').send(dashboardConfig())
  })
  mountAssets(app, { folder: '/dashboard/assets', assets: dashboard.assets, isServedTo: isOwn })
}
