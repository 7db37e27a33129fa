import type { AuditEntry } from '@inlet/contract'
import { inOrder } from '../../design/visible-text.ts'

/** Who made a change: a person, the operator, or Inlet itself. */
export function actorLabel({ kind, id, name }: AuditEntry['actor']): string {
  if (kind === 'system') return 'Inlet itself'
  if (kind === 'operator') return name === null ? 'The operator' : `${inOrder(name)} (operator)`
  return inOrder(name ?? id ?? 'A person')
}
