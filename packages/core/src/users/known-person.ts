/** Somebody who can log in, or has; `id` is the account's, where people log in elsewhere the user's. */
export interface KnownPerson {
  id: string
  email: string | null
  name: string | null
  state: 'active' | 'disabled'
  createdAt: string
}

/** A page of people: `cursor` is where the page before ended. */
export interface PeopleQuery {
  cursor?: string | undefined
  limit: number
}
