import { oneOf, searchOf, text } from '../../api/search-params.ts'

/** `dialog`: the form of an invitation is in the URL, so that it is open again after a login. */
export const membersSearch = searchOf({ cursor: text, dialog: oneOf('invite') })
