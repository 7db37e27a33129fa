import type { World } from '../support/world.ts'

/** Stores entries in the tenant's audit log, each with a note of this length. */
export async function storeEntries({ deps, tenant }: World, count: number, noteChars = 10): Promise<void> {
  const entries = Array.from({ length: count }, (_, n) => ({
    _id: deps.newMessageId(),
    serviceId: tenant.serviceId,
    actor: { kind: 'user', id: deps.newId(), name: 'ada@people.example' },
    action: 'service.changed',
    target: { kind: 'service', id: tenant.serviceId, name: `Shop ${n}` },
    note: 'x'.repeat(noteChars),
    ip: '192.0.2.7',
    requestId: deps.newId(),
    at: deps.clock.now(),
  }))
  await deps.db.collection<{ _id: string }>('auditLog').insertMany(entries)
}
