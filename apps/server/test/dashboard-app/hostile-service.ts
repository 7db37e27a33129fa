import { dayMs, limits } from '@inlet/contract'
import { type AttemptDoc, insertApiKey, insertDomain, insertService } from '@inlet/core'
import type { DashboardWorld, Login } from '../support/dashboard-app.ts'
import { invite } from '../support/people.ts'
import { storeDelivery, storeWebhook } from '../support/stored-webhook.ts'
import { bidi, hostileMail, hostileText, markup } from './hostile-texts.ts'

/** As long as a name may be, and of one word. */
const name = `${bidi}${markup}${'w'.repeat(limits.nameMaxChars)}`.slice(0, limits.nameMaxChars)

/** A service in which every text is hostile that a stranger or a member can write. */
export async function hostileService(world: DashboardWorld) {
  const { deps } = world
  const { db, clock, newId } = deps
  const { _id: serviceId } = await insertService(deps, { name })
  const hostname = `${'long-'.repeat(6)}${newId().toLowerCase()}.example`
  const domain = await insertDomain(deps, { serviceId, hostname, state: 'verified' })
  const claimed = await insertDomain(deps, { serviceId, hostname: `claimed.${hostname}`, state: 'pending' })
  const found = Array<string>(30).fill(hostileText)
  const check = { at: clock.now(), txt: found, mx: found, faults: { txt: null, mx: null } }
  const domains = db.collection<{ _id: string }>('domains')
  await domains.updateOne({ _id: claimed._id }, { $set: { check, nextCheckAt: new Date('2200-01-01') } })

  const tenant = { ...world.tenant, serviceId, domain: { id: domain._id, hostname } }
  const { fullAddress } = await world.address('a'.repeat(limits.localPartMaxChars), tenant)
  await world.send(hostileMail, fullAddress)
  await insertApiKey(deps, { serviceId, name, scope: 'admin', isLive: true })

  const login: Login = await world.someone('owner', { name, tenant })
  const email = `${newId().toLowerCase().padEnd(64, 'e')}@${'long-'.repeat(12)}x.${'long-'.repeat(12)}x.example`
  await invite(world, { email, role: 'viewer', tenant })

  const path = `${'%3Cb%3E-a-path-longer-than-any-screen-is-wide/'.repeat(8)}?token=${'x'.repeat(400)}`
  const webhookId = await storeWebhook(deps, {
    serviceId,
    url: `https://${'hook-'.repeat(12)}x.${'hook-'.repeat(12)}x.example/${path}`,
    description: `${name}${name}`,
    failingSince: new Date(clock.now().getTime() - dayMs),
  })
  const at = clock.now()
  const attempts: AttemptDoc[] = [
    { at, durationMs: 84, status: 500, error: null, responseBody: hostileText.slice(0, 1024) },
    { at, durationMs: 15_004, status: null, error: 'timeout', responseBody: '' },
  ]
  const data = { id: newId(), fromName: name, subject: hostileText, otpCode: '771204' }
  await storeDelivery(deps, {
    webhookId,
    serviceId,
    payload: JSON.stringify({ type: 'message.received', timestamp: at.toISOString(), livemode: true, data }),
    attempts,
  })
  const entry = {
    _id: newId(),
    serviceId,
    actor: { kind: 'operator', id: null, name: hostileText },
    action: 'service.changed',
    target: { kind: 'service', id: serviceId, name: hostileText },
    note: hostileText,
    ip: '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff',
    requestId: newId(),
    at,
  }
  await db.collection<typeof entry>('auditLog').insertOne(entry)
  return {
    login,
    name,
    fullAddress,
    claimedId: claimed._id,
    webhookId,
    url: `${world.dashboardUrl}services/${serviceId}`,
  }
}

export type HostileService = Awaited<ReturnType<typeof hostileService>>
