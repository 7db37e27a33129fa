// Made of docs/openapi.json by `npm run types -w packages/sdk`: not to be changed by hand.

export interface paths {
    "/services/{id}/addresses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List addresses of a service
         * @description Newest first. Users with any role may call it.
         *
         *     Takes an API key of scope `read` or above, or a user’s access token.
         */
        get: operations["listAddresses"];
        put?: never;
        /**
         * Create an address
         * @description Creates an address with the given local part or a random one. Addresses are permanent, but one that never receives mail is removed after 90 days. A user needs the role admin or owner.
         *
         *     Takes an API key of scope `write` or above, or a user’s access token.
         */
        post: operations["createAddress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/inboxes/{address}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List messages of an inbox, or wait for one
         * @description Newest first. `q`, `from`, `subject`, `tag`, `hasOtp`, `hasAction`, `after` and `receivedAfter` may be combined; a message must match all of them. With `waitSeconds` the call waits until a message matches, so you need no polling. Your client’s own timeout must be longer than `waitSeconds`. A waiting call counts once against the limit. If the server shuts down meanwhile, it answers 503 with `Retry-After: 1`: an empty list always means that no message arrived in time. You can wait on an address before its first mail creates it (on a domain with `publicInbox`, or for `postmaster`). A search that takes too long returns its results so far, with `hasMore` and a cursor to continue. Users with any role may call it.
         *
         *     Takes an API key of scope `read` or above, or a user’s access token.
         */
        get: operations["listMessages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/messages/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a message and mark it read
         * @description Returns the message with its bodies. `include` adds links, attachments, headers and the link to click; the lists may be empty for a mail that cannot be parsed. With `Accept: message/rfc822` the response is the source, byte for byte. JSON is the default, also for a client that accepts any type, and every error is JSON. The call changes the message, so it has no `HEAD`. Users with any role may call it.
         *
         *     Takes an API key of scope `read` or above, or a user’s access token.
         */
        get: operations["readMessage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @description An address in a list.
         * @example {
         *       "id": "01JD3Q7Z5V8XK2M4N6P8R0T2W4",
         *       "domainId": "01JD3Q5B7H2K4M6N8P0R2T4V6X",
         *       "localPart": "code",
         *       "fullAddress": "code@mail.example.com",
         *       "hasPassword": false,
         *       "ttlSeconds": 0,
         *       "expiresAt": "2036-11-18T09:28:41.507Z",
         *       "createdAt": "2026-11-21T09:28:41.507Z",
         *       "hostname": "mail.example.com",
         *       "lastMessageAt": "2026-11-21T09:30:02.113Z",
         *       "messageCount": 1
         *     }
         */
        AddressListItem: {
            id: string;
            /** @description The domain of the address. */
            domainId: string;
            /** @description The part before the `@`. */
            localPart: string;
            /** @description `<localPart>@<hostname>`. */
            fullAddress: string;
            /** @description Whether visitors of the web inbox need a password. */
            hasPassword: boolean;
            /** @description Always 0: addresses are permanent. */
            ttlSeconds: number;
            /**
             * Format: date-time
             * @description Always about ten years ahead. Addresses are permanent; the field exists for compatibility.
             */
            expiresAt: string;
            /** Format: date-time */
            createdAt: string;
            hostname: string;
            /** @description When the newest message arrived, even if it has expired since; null if none ever arrived. */
            lastMessageAt: string | null;
            /** @description The number of messages that can be listed now. */
            messageCount: number;
        };
        /**
         * @description The position of a page in its list.
         * @example {
         *       "cursor": "AWgpPr1zqE5sMDFKRDNRQTRDOUYxSDNKNUs3TTlOMVAzUjU",
         *       "hasMore": false
         *     }
         */
        PageMeta: {
            /** @description The end of this page: pass it as `cursor` to get the next one. `""` if the page is empty and nothing follows. */
            cursor: string;
            /** @description Whether there may be a next page. */
            hasMore: boolean;
        };
        /**
         * @description A new address.
         * @example {
         *       "id": "01JD3Q7Z5V8XK2M4N6P8R0T2W4",
         *       "domainId": "01JD3Q5B7H2K4M6N8P0R2T4V6X",
         *       "localPart": "code",
         *       "fullAddress": "code@mail.example.com",
         *       "hasPassword": false,
         *       "ttlSeconds": 0,
         *       "expiresAt": "2036-11-18T09:28:41.507Z",
         *       "createdAt": "2026-11-21T09:28:41.507Z"
         *     }
         */
        CreatedAddress: {
            id: string;
            /** @description The domain of the address. */
            domainId: string;
            /** @description The part before the `@`. */
            localPart: string;
            /** @description `<localPart>@<hostname>`. */
            fullAddress: string;
            /** @description Whether visitors of the web inbox need a password. */
            hasPassword: boolean;
            /** @description Always 0: addresses are permanent. */
            ttlSeconds: number;
            /**
             * Format: date-time
             * @description Always about ten years ahead. Addresses are permanent; the field exists for compatibility.
             */
            expiresAt: string;
            /** Format: date-time */
            createdAt: string;
        };
        /**
         * @description A message in a list: without its bodies.
         * @example {
         *       "id": "01JD3QA4C9F1H3J5K7M9N1P3R5",
         *       "addressId": "01JD3Q7Z5V8XK2M4N6P8R0T2W4",
         *       "fromAddr": "no-reply@shop.example",
         *       "fromName": "Shop",
         *       "toAddr": "code@mail.example.com",
         *       "subject": "Your code is 482913",
         *       "preview": "Your code is 482913. It is good for ten minutes.",
         *       "sizeBytes": 2148,
         *       "isRead": false,
         *       "otpCode": "482913",
         *       "tags": [
         *         "auth:pass",
         *         "otp",
         *         "tls"
         *       ],
         *       "receivedAt": "2026-11-21T09:30:02.113Z",
         *       "expiresAt": "2026-11-28T09:30:02.113Z",
         *       "createdAt": "2026-11-21T09:30:02.113Z"
         *     }
         */
        MessageListItem: {
            id: string;
            /** @description The inbox that received it. */
            addressId: string;
            /** @description The address in From, else in Sender, else the envelope’s sender; `""` if there is none. Not verified. */
            fromAddr: string;
            /** @description `""` if the mail has none. */
            fromName: string;
            /** @description The envelope recipient of this copy in lower case, including any `+` detail. */
            toAddr: string;
            subject: string;
            /** @description The start of the visible text, at most 200 characters. */
            preview: string;
            /** @description The size of the mail as received, in bytes. */
            sizeBytes: number;
            isRead: boolean;
            /** @description The one-time code as a user types it: without separators, with leading zeros; null if none was found. */
            otpCode: string | null;
            /** @description Labels of the mail, sorted: `otp`, `action`, `action:<kind>`, `link`, `attachment`, `bulk`, `auto`, `bounce`, `auth:pass`, `auth:fail`, `auth:none`, `tls`, `plus:<detail>`, `truncated`, `malformed`. More may be added. */
            tags: string[];
            /** Format: date-time */
            receivedAt: string;
            /**
             * Format: date-time
             * @description When the message is deleted.
             */
            expiresAt: string;
            /** Format: date-time */
            createdAt: string;
        };
        /**
         * @description A message with its bodies.
         * @example {
         *       "id": "01JD3QA4C9F1H3J5K7M9N1P3R5",
         *       "addressId": "01JD3Q7Z5V8XK2M4N6P8R0T2W4",
         *       "fromAddr": "no-reply@shop.example",
         *       "fromName": "Shop",
         *       "toAddr": "code@mail.example.com",
         *       "subject": "Your code is 482913",
         *       "preview": "Your code is 482913. It is good for ten minutes.",
         *       "sizeBytes": 2148,
         *       "isRead": true,
         *       "otpCode": "482913",
         *       "tags": [
         *         "auth:pass",
         *         "otp",
         *         "tls"
         *       ],
         *       "receivedAt": "2026-11-21T09:30:02.113Z",
         *       "expiresAt": "2026-11-28T09:30:02.113Z",
         *       "textBody": "Your code is 482913. It is good for ten minutes.\n",
         *       "htmlBody": "<p>Your code is <b>482913</b>. It is good for ten minutes.</p>\n"
         *     }
         */
        Message: {
            id: string;
            /** @description The inbox that received it. */
            addressId: string;
            /** @description The address in From, else in Sender, else the envelope’s sender; `""` if there is none. Not verified. */
            fromAddr: string;
            /** @description `""` if the mail has none. */
            fromName: string;
            /** @description The envelope recipient of this copy in lower case, including any `+` detail. */
            toAddr: string;
            subject: string;
            /** @description The start of the visible text, at most 200 characters. */
            preview: string;
            /** @description The size of the mail as received, in bytes. */
            sizeBytes: number;
            isRead: boolean;
            /** @description The one-time code as a user types it: without separators, with leading zeros; null if none was found. */
            otpCode: string | null;
            /** @description Labels of the mail, sorted: `otp`, `action`, `action:<kind>`, `link`, `attachment`, `bulk`, `auto`, `bounce`, `auth:pass`, `auth:fail`, `auth:none`, `tls`, `plus:<detail>`, `truncated`, `malformed`. More may be added. */
            tags: string[];
            /** Format: date-time */
            receivedAt: string;
            /**
             * Format: date-time
             * @description When the message is deleted.
             */
            expiresAt: string;
            /** @description The text part, or the HTML part rendered as text. */
            textBody: string;
            /** @description The HTML part as received, not sanitised: do not show it on your pages; `""` if there is none. */
            htmlBody: string;
            /** @description With `include=links`: each URL once, in the order of the mail, at most 1,000. */
            links?: components["schemas"]["Link"][];
            /** @description With `include=attachments`: files, attached and inline, in the order of the mail, at most 100. */
            attachments?: components["schemas"]["Attachment"][];
            /** @description With `include=attachmentContents`: the same files with their bytes. */
            attachmentContents?: components["schemas"]["AttachmentContent"][];
            /** @description With `include=action`: the link for which the mail was sent; null if none was found, or several that are equally likely. */
            action?: components["schemas"]["Action"] | null;
            /** @description With `include=headers`: the header fields in order, including repeated ones, at most 1,000. */
            headers?: components["schemas"]["MailHeader"][];
        };
        /**
         * @description A visible link in a message, to the web or to an app.
         * @example {
         *       "url": "https://shop.example/verify?token=x",
         *       "host": "shop.example",
         *       "text": "Verify your address"
         *     }
         */
        Link: {
            /** @description As written in the mail; a relative one is resolved. */
            url: string;
            /** @description The URL’s host, with its port if it names one: ASCII (A-labels), lower case; `""` for a link of an app (`myapp://…`). */
            host: string;
            /** @description The visible text; `""` for an image, the URL itself if it is written in a text. */
            text: string;
        };
        /**
         * @description A file of a message, without its bytes.
         * @example {
         *       "index": 0,
         *       "filename": "invoice.pdf",
         *       "contentType": "application/pdf",
         *       "sizeBytes": 5,
         *       "contentId": null,
         *       "isInline": false
         *     }
         */
        Attachment: {
            /** @description The position in the mail, from 0. */
            index: number;
            /** @description As the sender wrote it; `""` if there is none. */
            filename: string;
            /** @description Type and subtype in lower case, without parameters. Without one in the mail: `application/octet-stream` for an attached file, otherwise `text/plain`. */
            contentType: string;
            /** @description Decoded bytes. */
            sizeBytes: number;
            /** @description The Content-ID to which `cid:` URLs in the HTML refer, without brackets. */
            contentId: string | null;
            /** @description Whether the file is part of the body instead of an attachment. */
            isInline: boolean;
        };
        /**
         * @description A file of a message with its bytes.
         * @example {
         *       "index": 0,
         *       "filename": "invoice.pdf",
         *       "contentType": "application/pdf",
         *       "sizeBytes": 5,
         *       "contentId": null,
         *       "isInline": false,
         *       "contentBase64": "JVBERi0="
         *     }
         */
        AttachmentContent: {
            /** @description The position in the mail, from 0. */
            index: number;
            /** @description As the sender wrote it; `""` if there is none. */
            filename: string;
            /** @description Type and subtype in lower case, without parameters. Without one in the mail: `application/octet-stream` for an attached file, otherwise `text/plain`. */
            contentType: string;
            /** @description Decoded bytes. */
            sizeBytes: number;
            /** @description The Content-ID to which `cid:` URLs in the HTML refer, without brackets. */
            contentId: string | null;
            /** @description Whether the file is part of the body instead of an attachment. */
            isInline: boolean;
            /** @description Its bytes in base64, with padding. */
            contentBase64: string;
        };
        /**
         * @description The link for which a message was sent. The server never opens it.
         * @example {
         *       "url": "https://shop.example/verify?token=x",
         *       "host": "shop.example",
         *       "text": "Verify your address",
         *       "kind": "verify",
         *       "isSendersDomain": true,
         *       "expiresAt": null
         *     }
         */
        Action: {
            /** @description As written in the mail; a relative one is resolved. */
            url: string;
            /** @description The URL’s host, with its port if it names one: ASCII (A-labels), lower case; `""` for a link of an app (`myapp://…`). */
            host: string;
            /** @description The visible text; the URL itself if it is written in a text. */
            text: string;
            /**
             * @description `verify` an address or account, `sign-in`, `reset` a password, accept an `invite`, `approve` something, or confirm to `unsubscribe`.
             * @enum {string}
             */
            kind: "verify" | "sign-in" | "reset" | "invite" | "approve" | "unsubscribe";
            /** @description Whether the host belongs to the domain of `fromAddr`, by the Public Suffix List. A well-known click tracker counts as the host that its URL names. The sender itself is not verified by this. */
            isSendersDomain: boolean;
            /** @description When the link stops working, counted from receipt; null if the mail does not plainly say so. */
            expiresAt: string | null;
        };
        /**
         * @description A header field of a message.
         * @example {
         *       "name": "Subject",
         *       "value": "Your code is 482913"
         *     }
         */
        MailHeader: {
            /** @description As written in the mail. */
            name: string;
            /** @description On one line: unfolded (RFC 5322 §2.2.3) with its white space as it was, encoded words decoded (RFC 2047), and control characters in these turned into spaces. */
            value: string;
        };
        /** @description The body of every response that is not 2xx. */
        Error: {
            error: {
                /**
                 * @description Branch on this code and on those in `details`.
                 * @enum {string}
                 */
                code: "BAD_REQUEST" | "UNAUTHORIZED" | "PAYMENT_REQUIRED" | "FORBIDDEN" | "NOT_FOUND" | "METHOD_NOT_SUPPORTED" | "TIMEOUT" | "CONFLICT" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "UNPROCESSABLE_CONTENT" | "TOO_MANY_REQUESTS" | "INTERNAL_SERVER_ERROR" | "SERVICE_UNAVAILABLE";
                /** @description A text for humans; may change. */
                message: string;
                /** @description The `X-Request-Id` of the response. */
                requestId: string;
                details?: {
                    /** @description The path of the input field, with dots; `""` if the error concerns no single field. */
                    path: string;
                    /** @description A stable code for the error, in snake_case. */
                    code: string;
                    /** @description A text for humans; may change. */
                    message: string;
                }[];
            };
        };
        /** @description A page of `AddressListItem`. */
        AddressList: {
            data: components["schemas"]["AddressListItem"][];
            meta: components["schemas"]["PageMeta"];
        };
        /** @description One `CreatedAddress`. */
        CreatedAddressResponse: {
            data: components["schemas"]["CreatedAddress"];
        };
        /** @description A page of `MessageListItem`. */
        MessageList: {
            data: components["schemas"]["MessageListItem"][];
            meta: components["schemas"]["PageMeta"];
        };
        /** @description One `Message`. */
        MessageResponse: {
            data: components["schemas"]["Message"];
        };
    };
    responses: never;
    parameters: {
        /**
         * @description Your own id for this request: 1 to 128 letters, digits, dots, underscores, colons and hyphens. Any other value is replaced, not refused.
         * @example signup-test-4711
         */
        RequestId: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listAddresses: {
        parameters: {
            query?: {
                /**
                 * @description `meta.cursor` of the previous page, with the same filters. Opaque.
                 * @example AWgpPr1zqE5sMDFKRDNRQTRDOUYxSDNKNUs3TTlOMVAzUjU
                 */
                cursor?: string;
                /**
                 * @description The maximum number of items.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description Only addresses on this domain: a host, or a wildcard and all its hosts.
                 * @example mail.example.com
                 */
                hostname?: string;
                /**
                 * @description Only addresses whose local part contains this text; case is ignored.
                 * @example cod
                 */
                q?: string;
                /**
                 * @description Only addresses that members and API keys made (`service`), visitors of the web inbox (`visitor`), or their first mail (`mail`), also under a reserved name such as `admin`.
                 * @example visitor
                 */
                madeBy?: "service" | "visitor" | "mail";
            };
            header?: {
                /**
                 * @description Your own id for this request: 1 to 128 letters, digits, dots, underscores, colons and hyphens. Any other value is replaced, not refused.
                 * @example signup-test-4711
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description The service.
                 * @example 01JD3Q4M1T6S9W2X5Z8A0C3E7G
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddressList"];
                };
            };
        };
    };
    createAddress: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes retries safe: for 24 hours, a call with the same key returns the first response and creates nothing. You choose the keys.
                 * @example signup-test-4711
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description Your own id for this request: 1 to 128 letters, digits, dots, underscores, colons and hyphens. Any other value is replaced, not refused.
                 * @example signup-test-4711
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description The service.
                 * @example 01JD3Q4M1T6S9W2X5Z8A0C3E7G
                 */
                id: string;
            };
            cookie?: never;
        };
        /** @description Unknown fields are ignored; a key `__proto__` anywhere, or a `constructor` with a `prototype`, is refused. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description A verified domain of the service. */
                    domainId: string;
                    /** @description Empty or absent: a random one. */
                    localPart?: string;
                    /**
                     * @description The host of the address: needed where the domain is a wildcard, and ignored on any other.
                     * @example mail.example.com
                     */
                    hostname?: string;
                    /** @description Locks the web inbox of the address. */
                    password?: string;
                    /** @description Ignored: the address is permanent. */
                    ttlSeconds?: number;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedAddressResponse"];
                };
            };
        };
    };
    listMessages: {
        parameters: {
            query?: {
                /**
                 * @description `meta.cursor` of the previous page, with the same filters. Opaque.
                 * @example AWgpPr1zqE5sMDFKRDNRQTRDOUYxSDNKNUs3TTlOMVAzUjU
                 */
                cursor?: string;
                /**
                 * @description The maximum number of items.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description Only messages whose subject or visible text contains every term, even as part of a word. White space separates terms, `"…"` marks a phrase; case, accents and the form of quotation marks and dashes are ignored.
                 * @example your code
                 */
                q?: string;
                /**
                 * @description Only messages with this text in `fromName <fromAddr>`: a part of the name, of the address, or of both in this form. Case, accents, full-width forms and the form of quotation marks, dashes and spaces are ignored.
                 * @example no-reply@shop.example
                 */
                from?: string;
                /**
                 * @description Only messages whose subject contains this text as a whole. Case, accents, full-width forms and the form of quotation marks, dashes and spaces are ignored.
                 * @example your code
                 */
                subject?: string;
                /**
                 * @description Only messages with exactly this tag, case-sensitive; a detail behind `plus:` may be written as in the address.
                 * @example otp
                 */
                tag?: string;
                /**
                 * @description Only messages received later than this: ISO 8601 with a zone, `Z` or an offset. Clocks differ, so prefer `after` to wait for the next mail.
                 * @example 2026-11-21T09:30:00Z
                 */
                receivedAfter?: string;
                /**
                 * @description Only messages received after the one with this id, which may have been deleted since.
                 * @example 01JD3QA4C9F1H3J5K7M9N1P3R5
                 */
                after?: string;
                /**
                 * @description Only messages with a one-time code.
                 * @example true
                 */
                hasOtp?: true;
                /**
                 * @description Only messages with a link to click, `include=action` of `readMessage`.
                 * @example true
                 */
                hasAction?: true;
                /**
                 * @description Waits until a message matches, for at most this many seconds; after that the list is empty. Give your client a longer timeout than this. Cannot be combined with `cursor`.
                 * @example 30
                 */
                waitSeconds?: number;
            };
            header?: {
                /**
                 * @description Your own id for this request: 1 to 128 letters, digits, dots, underscores, colons and hyphens. Any other value is replaced, not refused.
                 * @example signup-test-4711
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description A complete address; the case of ASCII letters is ignored, and a host in another script may be written as it is registered.
                 * @example code@mail.example.com
                 */
                address: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageList"];
                };
            };
        };
    };
    readMessage: {
        parameters: {
            query?: {
                /**
                 * @description A comma-separated list of parts to add to the message, each at most once. `attachmentContents` has whole files, so give your client enough time and memory.
                 * @example links,headers
                 */
                include?: string;
            };
            header?: {
                /**
                 * @description Your own id for this request: 1 to 128 letters, digits, dots, underscores, colons and hyphens. Any other value is replaced, not refused.
                 * @example signup-test-4711
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description The message.
                 * @example 01JD3QA4C9F1H3J5K7M9N1P3R5
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageResponse"];
                    "message/rfc822": string;
                };
            };
        };
    };
}
