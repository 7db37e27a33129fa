import { z } from 'zod'
import { expected } from './schema-messages.ts'

const ulidPattern = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/

/** A ULID in an input: 26 characters of upper-case Crockford base32. */
export const ulid = z.string(expected('a ULID: 26 upper-case characters of Crockford base32')).regex(ulidPattern)

/** A ULID in an output: we made it, so it is described but not checked again. */
export const ulidOut = z.string().meta({ pattern: ulidPattern.source })

/** Whether a text has the format of a ULID. */
export const isUlid = (text: string): boolean => ulidPattern.test(text)

/** A client's own `X-Request-Id` is kept only in this format. */
export const requestIdPattern = /^[A-Za-z0-9._:-]{1,128}$/
