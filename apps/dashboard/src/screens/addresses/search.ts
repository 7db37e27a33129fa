import { oneOf, searchOf, text } from '../../api/search-params.ts'

/** `dialog`: the form of a new address is in the URL, so that it is open again after a login. */
export const addressesSearch = searchOf({
  cursor: text,
  hostname: text,
  q: text,
  madeBy: oneOf('service', 'visitor', 'mail'),
  dialog: oneOf('create'),
})
