import { z } from 'zod'

/** A date as MongoDB stores it. */
export const date = z.date().meta({ bsonType: 'date' })

/** A value whose parts are typed elsewhere: the database checks only its BSON type. */
export const stored = <T>(...bsonType: string[]) => z.custom<T>().meta({ bsonType })

/** Binary data. */
export const bytes = z.custom<Buffer>((value) => value instanceof Uint8Array).meta({ bsonType: 'binData' })
