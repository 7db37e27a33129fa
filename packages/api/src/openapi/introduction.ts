import { limits } from '@inlet/contract'

/** The introduction of the document, which applies to all operations, in Markdown: paragraphs, lists, code and emphasis only. */
export const introduction = `Inlet receives mail over SMTP, stores it durably and extracts its one-time code. This API serves the result.

**Credentials.** An API key in \`X-API-Key\` belongs to one service and has a scope: \`read\`, \`write\` or \`admin\`. A user’s access token goes into \`Authorization\`, as \`Bearer\`; an API key does not. The calls under Web inbox take neither. Credentials are never read from a query, except the token of \`readUnlockStatus\`.

**Envelopes.** A single object is answered as \`{ "data": { … } }\`, a list as \`{ "data": [ … ], "meta": { "cursor", "hasMore" } }\`, newest first. For the next page pass \`meta.cursor\` as \`cursor\`, with the same filters. Fields may be added: ignore those that you do not know.

**Errors.** Every response that is not 2xx has the same shape. Branch on \`error.code\` and \`error.details[].code\`, never on messages. An unknown route is 404; a known route with another method is 405 with \`Allow\`. The examples of a response show all its detail codes.

**Limits.** A key has ${limits.apiKeyRequestsPerMinute} calls a minute, a user ${limits.userRequestsPerMinute}, unless the operator set other limits. Of one user ${limits.callsPerUser} calls run at a time; further ones wait for their turn, at most 5 seconds. One that waits for mail counts only for its first look, at most 3 seconds. The calls under Web inbox are counted for each client IP, ${limits.publicRequestsPerMinute} a minute. Over a limit the answer is 429, and \`Retry-After\` says when to try again. A body is at most ${limits.requestBodyMaxBytes / 1024} KiB.

**Formats.** Ids are ULIDs, upper case. Times are ISO 8601, UTC, with milliseconds and \`Z\`. A query parameter that the operation does not list is refused with \`unknown_parameter\` and a suggestion, so that a misspelled filter is never ignored; unknown fields of a body are ignored. Numbers in a query are plain decimals, a parameter given twice is refused, and a \`+\` in a query must be written as \`%2B\`. \`GET\` answers \`HEAD\` too, except where it changes something.`
