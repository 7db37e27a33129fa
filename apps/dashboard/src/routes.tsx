import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent as lazy,
  Navigate,
} from '@tanstack/react-router'
import { parseSearch, stringifySearch } from './api/search-text.ts'
import { addressesSearch } from './screens/addresses/search.ts'
import { apiKeysSearch } from './screens/api-keys/search.ts'
import { auditLogSearch } from './screens/audit-log/search.ts'
import { billingSearch } from './screens/billing/search.ts'
import { domainsSearch } from './screens/domains/search.ts'
import { inboxSearch } from './screens/inbox/search.ts'
import { membersSearch } from './screens/members/search.ts'
import { SignedIn } from './screens/sign-in/signed-in.tsx'
import { webhookSearch, webhooksSearch } from './screens/webhooks/search.ts'
import { CrashPage } from './shell/crash-page.tsx'
import { navigation } from './shell/navigation.ts'
import { ServiceShell } from './shell/service-shell.tsx'

// The table of contents: every URL below /dashboard, and its screen. A screen's search parameters are in the file search.ts of its folder.

const NoSuchPage = lazy(() => import('./shell/no-such-page.tsx'), 'NoSuchPage')

const root = createRootRoute({ component: SignedIn })

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: lazy(() => import('./screens/services/last-service-screen.tsx'), 'LastServiceScreen'),
})

const services = createRoute({
  getParentRoute: () => root,
  path: '/services',
  component: lazy(() => import('./screens/services/services-screen.tsx'), 'ServicesScreen'),
})

const account = createRoute({
  getParentRoute: () => root,
  path: '/account',
  component: lazy(() => import('./screens/account/account-screen.tsx'), 'AccountScreen'),
})

const service = createRoute({ getParentRoute: () => root, path: '/services/$serviceId', component: ServiceShell })

const serviceHome = createRoute({
  getParentRoute: () => service,
  path: '/',
  component: () => <Navigate from="/services/$serviceId" to={navigation[0].to} replace />,
})

const overview = createRoute({
  getParentRoute: () => service,
  path: '/overview',
  component: lazy(() => import('./screens/overview/overview-screen.tsx'), 'OverviewScreen'),
})

const domains = createRoute({
  getParentRoute: () => service,
  path: '/domains',
  validateSearch: domainsSearch,
  component: lazy(() => import('./screens/domains/domains-screen.tsx'), 'DomainsScreen'),
})

const domain = createRoute({
  getParentRoute: () => service,
  path: '/domains/$domainId',
  component: lazy(() => import('./screens/domains/domain-screen.tsx'), 'DomainScreen'),
})

const addresses = createRoute({
  getParentRoute: () => service,
  path: '/addresses',
  validateSearch: addressesSearch,
  component: lazy(() => import('./screens/addresses/addresses-screen.tsx'), 'AddressesScreen'),
})

const inbox = createRoute({
  getParentRoute: () => service,
  path: '/inbox',
  component: lazy(() => import('./screens/inbox/newest-inbox-screen.tsx'), 'NewestInboxScreen'),
})

const inboxOfAddress = createRoute({
  getParentRoute: () => service,
  path: '/inbox/$address',
  validateSearch: inboxSearch,
  component: lazy(() => import('./screens/inbox/inbox-screen.tsx'), 'InboxScreen'),
})

const apiKeys = createRoute({
  getParentRoute: () => service,
  path: '/api-keys',
  validateSearch: apiKeysSearch,
  component: lazy(() => import('./screens/api-keys/api-keys-screen.tsx'), 'ApiKeysScreen'),
})

const webhooks = createRoute({
  getParentRoute: () => service,
  path: '/webhooks',
  validateSearch: webhooksSearch,
  component: lazy(() => import('./screens/webhooks/webhooks-screen.tsx'), 'WebhooksScreen'),
})

const webhook = createRoute({
  getParentRoute: () => service,
  path: '/webhooks/$webhookId',
  validateSearch: webhookSearch,
  component: lazy(() => import('./screens/webhooks/webhook-screen.tsx'), 'WebhookScreen'),
})

const billing = createRoute({
  getParentRoute: () => service,
  path: '/billing',
  validateSearch: billingSearch,
  component: lazy(() => import('./screens/billing/billing-screen.tsx'), 'BillingScreen'),
})

const branding = createRoute({
  getParentRoute: () => service,
  path: '/branding',
  component: lazy(() => import('./screens/branding/branding-screen.tsx'), 'BrandingScreen'),
})

const members = createRoute({
  getParentRoute: () => service,
  path: '/members',
  validateSearch: membersSearch,
  component: lazy(() => import('./screens/members/members-screen.tsx'), 'MembersScreen'),
})

const auditLog = createRoute({
  getParentRoute: () => service,
  path: '/audit-log',
  validateSearch: auditLogSearch,
  component: lazy(() => import('./screens/audit-log/audit-log-screen.tsx'), 'AuditLogScreen'),
})

const serviceScreens = [
  serviceHome,
  overview,
  domains,
  domain,
  addresses,
  inbox,
  inboxOfAddress,
  apiKeys,
  webhooks,
  webhook,
  billing,
  branding,
  members,
  auditLog,
]
const routeTree = root.addChildren([home, services, account, service.addChildren(serviceScreens)])

/** Makes the router of the dashboard, whose URLs begin with `basepath`. */
export const makeRouter = (basepath: string) =>
  createRouter({
    routeTree,
    basepath,
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultNotFoundComponent: NoSuchPage,
    defaultErrorComponent: CrashPage,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
}
