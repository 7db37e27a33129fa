import { z } from 'zod'

const timestampPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** A time in an output: ISO 8601, UTC, with milliseconds and `Z`. */
export const timestampOut = z.string().meta({ format: 'date-time', pattern: timestampPattern.source })
