import { AppError } from '@inlet/contract'
import type { z } from 'zod'
import { printable } from '../printable.ts'

/** The place of an error in an export: a file, and a line of it. */
export interface ErrorPlace {
  path: string
  line?: number
}

/** What is wrong with an export. The words name the place and the field, never what the file has there. */
export const folderError = ({ path, line }: ErrorPlace, problem: string): AppError =>
  new AppError('BAD_REQUEST', printable(`${path}${line === undefined ? '' : `, line ${line}`}: ${problem}`))

/** What belongs to another record of this installation. */
export const takenError = ({ path, line }: ErrorPlace, problem: string): AppError =>
  new AppError('CONFLICT', printable(`${path}${line === undefined ? '' : `, line ${line}`}: ${problem}`))

const issueMaxChars = 200

/** The first issue of a value that does not fit its schema. */
export function issueOf(error: z.ZodError): string {
  const [issue] = error.issues
  if (!issue) return 'the value does not fit'
  const at = issue.path.join('.')
  return `${at === '' ? '' : `${at}: `}${issue.message}`.slice(0, issueMaxChars)
}
