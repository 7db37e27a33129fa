import type { AuditEntry } from '@inlet/contract'
import { inOrder } from '../../design/visible-text.ts'

/** Who acted: a person's name as the log has it, or what acted by itself. */
export function actorWords({ kind, id, name }: AuditEntry['actor']): string {
  if (kind === 'system') return 'Inlet itself'
  if (kind === 'operator') return name === null ? 'The operator' : `${inOrder(name)} (operator)`
  return inOrder(name ?? id ?? 'A person')
}
