import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { composeMail } from '../people/compose-mail.ts'
import { isLearned, readArchiveCodes, readShortMails, readTemplates, type ShortMail } from '../people/people-lists.ts'
import { readRawCode } from '../read-code.ts'
import type { Answer } from './tally.ts'

/** A mail by people with the result of the extractor. */
export interface ScoredPeopleMail extends Answer {
  name: string
  reason: string
}

/** The mails of each set, under its name. */
export type ScoredPeople = ReadonlyMap<string, ScoredPeopleMail[]>

/** Scores the short mails and those of templates and archives in a folder. @throws Error where there is no such folder */
export async function scorePeople(folder: string | undefined): Promise<ScoredPeople> {
  if (folder !== undefined && !existsSync(folder)) throw new Error(`${folder}: there is no such folder`)
  const sets = folder === undefined ? [] : [['templates', scoreTemplates(folder)] as const, ...scoreArchives(folder)]
  return new Map([
    ...sets,
    ['short', await scoreShortMails(isLearned)],
    ['passed on', await scoreShortMails((mail) => !isLearned(mail))],
  ])
}

/** Scores some of the short mails of the repository. */
export function scoreShortMails(isMeant: (mail: ShortMail) => boolean): Promise<ScoredPeopleMail[]> {
  const host = 'sender.example'
  return Promise.all(
    readShortMails()
      .filter(isMeant)
      .map(async (mail) => {
        const raw = await composeMail({ ...mail, host, from: `Someone <someone@${host}>` })
        return scored(mail.id, raw, mail.code)
      }),
  )
}

function scoreTemplates(folder: string): ScoredPeopleMail[] {
  return readTemplates().mails.flatMap(({ id, code }) => {
    const file = join(folder, 'templates', `${id}.eml`)
    return existsSync(file) ? [scored(id, readFileSync(file), code)] : []
  })
}

/** Only the answers for archived mails are looked at: one that is not in the list of codes is without a code. */
function scoreArchives(folder: string): [string, ScoredPeopleMail[]][] {
  const codes = readArchiveCodes()
  const scoreKind = (kind: string) =>
    globSync('*.eml', { cwd: join(folder, 'archives', kind) })
      .sort()
      .map((file) => {
        const name = `${kind}/${basename(file, '.eml')}`
        return scored(name, readFileSync(join(folder, 'archives', kind, file)), codes[name] ?? null)
      })
  return [
    ['lists and personal', [...scoreKind('list'), ...scoreKind('personal')]],
    ['newsletters', scoreKind('newsletter')],
    ['spam', scoreKind('spam')],
  ]
}

function scored(name: string, raw: Buffer, expected: string | null): ScoredPeopleMail {
  const { otp, reason } = readRawCode(raw)
  return { name, expected, found: otp, reason }
}
