import { createHmac, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'

/** A stranger who adds many marks, at one inbox or at all of their own services, drives out only those of the same inbox or services. */
const perInbox = 200
const perService = 4_000
const inAll = 100_000

/** Where a mark belongs to: an inbox of a service or its lock, by the stored hash of the password. */
interface MarkedPlace {
  serviceId: string
  storedHash: string
}

/** What a process has seen lately at inboxes and locks, such as a right password. */
export interface RecentMarks {
  has(place: MarkedPlace, text: string, now: Date): boolean
  add(place: MarkedPlace, text: string, now: Date): void
}

/** Until when each mark of a place is kept, in milliseconds; the oldest mark first. */
type Marks = Map<string, number>
type PlacesOfService = LRUCache<string, Marks>

/** Makes a memory that keeps no text, only a keyed hash of it for some time; the key is nowhere else. */
export function recentMarks(keptMs: number): RecentMarks {
  const key = randomBytes(32)
  const services = new LRUCache<string, PlacesOfService>({
    maxSize: inAll,
    sizeCalculation: ({ calculatedSize }) => calculatedSize,
  })
  const hashOf = (text: string) => createHmac('sha256', key).update(text.normalize('NFKC')).digest('base64url')

  return {
    has({ serviceId, storedHash }, text, now) {
      const marks = services.get(serviceId)?.get(hashOf(storedHash))
      return (marks?.get(hashOf(text)) ?? 0) > now.getTime()
    },
    add({ serviceId, storedHash }, text, now) {
      const places = services.get(serviceId) ?? placesOfService()
      const place = hashOf(storedHash)
      const marks: Marks = places.get(place) ?? new Map()
      putLast(marks, hashOf(text), now.getTime() + keptMs)
      const [oldest] = marks.keys()
      if (oldest !== undefined && marks.size > perInbox) marks.delete(oldest)
      putLast(places, place, marks)
      putLast(services, serviceId, places)
    },
  }
}

interface Keyed<V> {
  delete(name: string): boolean
  set(name: string, value: V): unknown
}

const placesOfService = (): PlacesOfService =>
  new LRUCache({ maxSize: perService, sizeCalculation: (marks) => marks.size })

/** A map keeps the place of a key, and a cache the size of a value, unless it comes in anew. */
function putLast<V>(into: Keyed<V>, name: string, value: V): void {
  into.delete(name)
  into.set(name, value)
}
