import type { ImportEnd, ImportStart } from '../src/whole-service/import-service.ts'

const id = '01JD3Q7Z5V8XK2M4N6P8R0T2W4'

/** The begin and the end of the import of a service that has nothing. */
export const emptyImport: ImportStart & ImportEnd = {
  serviceId: id,
  exportId: '01JD3Q7Z5V8XK2M4N6P8R0T2W5',
  service: {
    id,
    name: 'Moved',
    retentionDays: 7,
    createdAt: new Date('2026-11-01T00:00:00.000Z'),
    accentColor: undefined,
    theme: undefined,
    locale: undefined,
    plan: undefined,
    logo: null,
    accessLock: null,
  },
  domains: [],
  apiKeys: [],
  webhooks: [],
  members: [],
  note: 'domains: 0',
}
