import { resolve } from 'node:path'
import { calls } from '../../calls.ts'
import { type Command, UsageError } from '../command.ts'
import { printable } from '../printable.ts'
import { openImportFolder } from '../transfer/import-folder.ts'
import { checkImport, type ImportCounts, runImport } from '../transfer/run-import.ts'

/** `service import` */
export const serviceImport: Command = {
  name: 'service import',
  about:
    'Import a service that another installation exported, with the same ids; call it again to resume an interrupted import',
  options: {
    from: { value: 'FOLDER', about: 'The folder of a complete export', isRequired: true },
    check: { about: 'Only check the folder and print what would be imported' },
  },
  examples: ['service import --from acme-export --check', 'service import --from acme-export'],
  prepare(given) {
    const { from } = given
    if (typeof from !== 'string' || from === '') throw new UsageError('--from: expected a folder')
    const path = resolve(from)
    return {
      kind: 'withDatabase',
      async run({ deps, caller, onProgress }) {
        const folder = await openImportFolder(path)
        const { id, name, plan = null } = folder.service
        const shown = `${id} (${printable(name)})`
        const checked = await checkImport({ deps, folder, onProgress })
        if (!checked) {
          const text = `Service ${shown} was imported from this export already: nothing is changed.`
          return { json: { data: { id, name, plan, state: 'present' } }, text }
        }
        const { counts } = checked
        if (given.check === true) {
          const text = [
            `Service ${shown} can be imported, with plan ${printable(plan ?? '(default)')}: ${summaryOf(counts)}`,
            onUsage,
          ]
          return { json: { data: { id, name, plan, state: 'checked', ...counts } }, text: text.join('\n') }
        }
        await runImport({ deps, folder, onProgress }, caller, checked)
        const text = [
          `Service ${shown} is imported, with plan ${printable(plan ?? '(default)')}: ${summaryOf(counts)}`,
          'Its API keys and webhooks work as before; deliveries, sessions and payment are not part of an export.',
          onUsage,
          `Next: verify its domains again: ${calls.inlet} domain list --service ${id}`,
        ]
        return { json: { data: { id, name, plan, state: 'imported', ...counts } }, text: text.join('\n') }
      },
    }
  },
}

const onUsage =
  'Imported mail is not counted as usage; the exported days of usage are, and count for the month. Plan limits do not stop an import: a service above them keeps everything, but cannot add more.'

function summaryOf(counts: ImportCounts): string {
  const { domains, addresses, messages, apiKeys, webhooks, members } = counts
  const lines = [
    `${domains} domains, ${addresses} addresses, ${messages} messages, ${apiKeys} API keys, ${webhooks} webhooks, ${members} members.`,
  ]
  if (counts.expiredMessages > 0) lines.push(`Left out because they have expired: ${counts.expiredMessages} messages.`)
  if (counts.unknownMembers > 0)
    lines.push(`Left out because they have no confirmed e-mail address: ${counts.unknownMembers} members.`)
  if (counts.heldHosts.length > 0)
    lines.push(
      `Left out because other services of this installation own them: ${counts.heldHosts.map(printable).join(', ')}.`,
    )
  if (counts.leftOutAddresses > 0)
    lines.push(
      `Left out because other services own their hosts: ${counts.leftOutAddresses} addresses with ${counts.leftOutMessages} messages.`,
    )
  return lines.join('\n')
}
