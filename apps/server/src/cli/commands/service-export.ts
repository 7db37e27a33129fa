import { resolve } from 'node:path'
import { readServiceInput } from '@inlet/contract'
import { assertServiceExists } from '@inlet/core'
import { type Command, UsageError } from '../command.ts'
import { readOptions } from '../read-options.ts'
import { openExportFolder } from '../transfer/export-folder.ts'
import { writeExport } from '../transfer/write-export.ts'

/** `service export` */
export const serviceExport: Command = {
  name: 'service export',
  about: 'Write a service with all its records and mails into a folder, as lines of JSON and .eml files',
  options: {
    id: { value: 'ID', about: 'The service', isRequired: true },
    to: { value: 'FOLDER', about: 'A new or empty folder; only you will be able to read it', isRequired: true },
    resume: { about: 'Resume an interrupted export into this folder' },
  },
  examples: [
    'service export --id 01JD3Q7Z5V8XK2M4N6P8R0T2W4 --to acme-export',
    'service export --id 01JD3Q7Z5V8XK2M4N6P8R0T2W4 --to acme-export --resume',
  ],
  prepare(given) {
    const { id } = readOptions({ schema: readServiceInput, given, from: { id: 'id' } })
    const { to } = given
    if (typeof to !== 'string' || to === '') throw new UsageError('--to: expected a folder')
    const path = resolve(to)
    const isResumed = given.resume === true
    return {
      kind: 'withDatabase',
      async run({ deps, onProgress }) {
        await assertServiceExists(deps, id)
        const folder = await openExportFolder(path, { serviceId: id, isResumed, newId: deps.newId })
        const counts = await writeExport({ deps, serviceId: id, folder, onProgress })
        return {
          json: { data: { id, folder: path, ...counts } },
          text: `Service ${id} is written to ${path}: ${counts.addresses} addresses, ${counts.messages} messages. Keep the folder like a password: it has all mail, the hashes of keys and passwords, and the secrets of webhooks.`,
        }
      },
    }
  },
}
