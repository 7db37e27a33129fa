import { oneOf, searchOf, text } from '../../api/search-params.ts'

/** `dialog`: the form of a new key is in the URL, so that it is open again after a login. */
export const apiKeysSearch = searchOf({ cursor: text, dialog: oneOf('create') })
