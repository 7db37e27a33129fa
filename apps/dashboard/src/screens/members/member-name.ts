import type { Member } from '@inlet/contract'
import { inOrder } from '../../design/visible-text.ts'

/** What to call a member. */
export const memberName = ({ name, email }: Member) => inOrder(name ?? email ?? 'A person without a name')
