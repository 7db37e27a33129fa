import type { ListMembersInput, Member, Page } from '@inlet/contract'
import { assertMay, type Caller } from '../access/caller.ts'
import type { Deps } from '../deps.ts'
import { listNewestFirst } from '../paging/list-newest-first.ts'
import { findUsers } from '../users/find-users.ts'
import { type MemberDoc, memberModel, toMember } from './member-model.ts'

/** Lists a service's members and open invitations, newest first. @throws NOT_FOUND; BAD_REQUEST `invalid_cursor` */
export async function listMembers(deps: Deps, caller: Caller, input: ListMembersInput): Promise<Page<Member>> {
  assertMay(caller, input.id, 'viewer')
  const page = await listNewestFirst<MemberDoc>(
    memberModel.in(deps.db),
    { serviceId: input.id },
    {
      ...input,
      scope: { list: 'members', filters: { id: input.id } },
    },
  )
  const users = await findUsers(
    deps,
    page.data.map(({ userId }) => userId).filter((userId) => userId !== null),
  )
  return { data: page.data.map((member) => toMember(member, users.get(member.userId ?? ''))), meta: page.meta }
}
