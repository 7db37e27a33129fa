import { oneOf, searchOf, text } from '../../api/search-params.ts'

/** `dialog`: the form of a new domain is in the URL, so that it is open again after a login. */
export const domainsSearch = searchOf({ cursor: text, dialog: oneOf('add') })
