import { oneOf, searchOf, text } from '../../api/search-params.ts'

/** The views of a message. */
export const messageViews = ['html', 'text', 'links', 'headers', 'source'] as const
export type MessageView = (typeof messageViews)[number]

/** `message` is the open one; the others but `view` and `dialog` choose which are listed, under the names that the API has for them. */
export const inboxSearch = searchOf({
  message: text,
  view: oneOf(...messageViews),
  q: text,
  from: text,
  subject: text,
  tag: text,
  hasOtp: oneOf('true'),
  dialog: oneOf('wait', 'clear'),
})

export type InboxSearch = ReturnType<typeof inboxSearch>
