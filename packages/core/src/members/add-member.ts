import type { ClientSession } from 'mongodb'
import type { Deps } from '../deps.ts'
import { type MemberDoc, memberModel } from './member-model.ts'

/** Stores a member inside the transaction that makes room for them. @throws the driver's duplicate-key error for one who is there */
export async function addMember(
  deps: Deps,
  tx: ClientSession,
  input: Omit<MemberDoc, '_id' | 'createdAt'>,
): Promise<MemberDoc> {
  const member: MemberDoc = { ...input, _id: deps.newId(), createdAt: deps.clock.now() }
  await memberModel.in(deps.db).insertOne(member, { session: tx })
  return member
}
