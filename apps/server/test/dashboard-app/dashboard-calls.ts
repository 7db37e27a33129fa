/** What all screens have: who is logged in with which services, and the feed of the service. */
export const callsOfAll = ['dashboard.readMe', 'live']

/** What each screen of `everyScreen` shows, and so asks for. Plans say what their limits are, and how long mail may be kept. */
export const callsOf: Record<string, string[]> = {
  overview: [
    'dashboard.listApiKeys',
    'dashboard.listDomains',
    'dashboard.listPlans',
    'dashboard.listWebhooks',
    'dashboard.readBilling',
    'dashboard.readUsage',
    'integrator.listAddresses',
    'integrator.listMessages',
  ],
  'newest inbox': ['integrator.listAddresses', 'integrator.listMessages'],
  inbox: ['integrator.listMessages'],
  message: ['dashboard.renderMessage', 'integrator.listMessages', 'integrator.readMessage'],
  addresses: ['dashboard.listDomains', 'integrator.listAddresses'],
  domains: ['dashboard.listDomains'],
  domain: ['dashboard.readDomain'],
  'API keys': ['dashboard.listApiKeys'],
  webhooks: ['dashboard.listWebhooks'],
  webhook: ['dashboard.listDeliveries', 'dashboard.listWebhooks', 'dashboard.readWebhook'],
  billing: ['dashboard.listPlans', 'dashboard.readBilling', 'dashboard.readUsage'],
  branding: ['dashboard.listDomains', 'dashboard.listPlans', 'dashboard.readService'],
  members: ['dashboard.listMembers'],
  'audit log': ['dashboard.listAuditLog'],
  account: [],
  services: ['dashboard.listInvitations'],
}

/** What a screen asks for once more when its feed was cut and is open again: a mail may have come between. */
export const callsOfNewFeed: Record<string, string[]> = {
  'newest inbox': ['integrator.listMessages'],
  inbox: ['integrator.listMessages'],
  message: ['integrator.listMessages'],
}

/** The procedures of a call, of which one URL has several. */
export const proceduresOf = (url: string) => /\/trpc\/([^?]+)/.exec(url)?.[1]?.split(',') ?? []
