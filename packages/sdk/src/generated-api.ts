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
         * @description Newest first. Users of every role may call it.
         *
         *     Takes an API key of scope `read` or above, or a user’s access token.
         */
        get: operations["listAddresses"];
        put?: never;
        /**
         * Create an address
         * @description With the local part that is asked for, or a random one. The address is permanent; one that never receives a mail is removed after 90 days. A user needs the role admin or owner.
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
         * @description Newest first. `q`, `from`, `subject`, `tag`, `hasOtp`, `after` and `receivedAfter` may be combined: a message has to fit them all. With `waitSeconds` the answer is held until a message matches: no polling. Your client’s own time-out must be longer than `waitSeconds`. A held call counts once against the limit; when the server shuts down meanwhile, it is answered 503 with `Retry-After: 1`, so that an empty list always means that nothing came in time. An address that its first mail will make (its domain has `publicInbox`, or it is `postmaster`) can be waited for before it exists. A search that takes too long answers what it has found so far, with `hasMore` and the cursor to go on with. Users of every role may call it.
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
         * @description With its bodies. `include` adds what else is in the mail; its lists may be empty for a mail that cannot be read. With `Accept: message/rfc822` the source is answered, byte for byte; JSON is the default, also for `*\/*`, and every error is JSON. This changes the message, so there is no `HEAD`. Users of every role may call it.
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
         * @description An address as lists have it.
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
            /** @description The domain that the address lives on. */
            domainId: string;
            /** @description What stands before the `@`. */
            localPart: string;
            /** @description `<localPart>@<hostname>`. */
            fullAddress: string;
            /** @description Whether visitors of the web inbox need a password. */
            hasPassword: boolean;
            /** @description Always 0: addresses are permanent. */
            ttlSeconds: number;
            /**
             * Format: date-time
             * @description Always about ten years ahead: kept for compatibility, no promise of an end.
             */
            expiresAt: string;
            /** Format: date-time */
            createdAt: string;
            hostname: string;
            /** @description When the newest message came, also where that has expired since; null where none ever came. */
            lastMessageAt: string | null;
            /** @description How many messages can be listed now. */
            messageCount: number;
        };
        /**
         * @description Where a page ends.
         * @example {
         *       "cursor": "AWgpPr1zqE5sMDFKRDNRQTRDOUYxSDNKNUs3TTlOMVAzUjU",
         *       "hasMore": false
         *     }
         */
        PageMeta: {
            /** @description The last position looked at: pass it as `cursor` for what follows. `""` where nothing does and the page is empty. */
            cursor: string;
            /** @description Whether anything may follow. */
            hasMore: boolean;
        };
        /**
         * @description An address as its creation answers it.
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
            /** @description The domain that the address lives on. */
            domainId: string;
            /** @description What stands before the `@`. */
            localPart: string;
            /** @description `<localPart>@<hostname>`. */
            fullAddress: string;
            /** @description Whether visitors of the web inbox need a password. */
            hasPassword: boolean;
            /** @description Always 0: addresses are permanent. */
            ttlSeconds: number;
            /**
             * Format: date-time
             * @description Always about ten years ahead: kept for compatibility, no promise of an end.
             */
            expiresAt: string;
            /** Format: date-time */
            createdAt: string;
        };
        /**
         * @description A message as lists have it: without its bodies.
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
            /** @description The inbox that it came to. */
            addressId: string;
            /** @description From, else Sender, else the envelope’s sender; `""` where there is none. As the mail says it: not checked. */
            fromAddr: string;
            /** @description `""` where the mail has none. */
            fromName: string;
            /** @description The recipient of this copy, as the envelope has it: with what stood behind a `+`, in lower case. */
            toAddr: string;
            subject: string;
            /** @description The visible text’s beginning, at most 200 characters. */
            preview: string;
            /** @description Bytes of the mail as it came. */
            sizeBytes: number;
            isRead: boolean;
            /** @description The one-time code as it is typed: without separators, leading zeros kept; null where none was found. */
            otpCode: string | null;
            /** @description What is known of the mail, sorted: `otp`, `link`, `attachment`, `bulk`, `auto`, `bounce`, `auth:pass`, `auth:fail`, `auth:none`, `tls`, `plus:<detail>`, `truncated`, `malformed`. More may come. */
            tags: string[];
            /** Format: date-time */
            receivedAt: string;
            /**
             * Format: date-time
             * @description From then on the message is gone.
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
            /** @description The inbox that it came to. */
            addressId: string;
            /** @description From, else Sender, else the envelope’s sender; `""` where there is none. As the mail says it: not checked. */
            fromAddr: string;
            /** @description `""` where the mail has none. */
            fromName: string;
            /** @description The recipient of this copy, as the envelope has it: with what stood behind a `+`, in lower case. */
            toAddr: string;
            subject: string;
            /** @description The visible text’s beginning, at most 200 characters. */
            preview: string;
            /** @description Bytes of the mail as it came. */
            sizeBytes: number;
            isRead: boolean;
            /** @description The one-time code as it is typed: without separators, leading zeros kept; null where none was found. */
            otpCode: string | null;
            /** @description What is known of the mail, sorted: `otp`, `link`, `attachment`, `bulk`, `auto`, `bounce`, `auth:pass`, `auth:fail`, `auth:none`, `tls`, `plus:<detail>`, `truncated`, `malformed`. More may come. */
            tags: string[];
            /** Format: date-time */
            receivedAt: string;
            /**
             * Format: date-time
             * @description From then on the message is gone.
             */
            expiresAt: string;
            /** @description The text part, or the HTML part rendered as text. */
            textBody: string;
            /** @description The HTML part as it came, never made safe: do not show it in a page of yours; `""` where there is none. */
            htmlBody: string;
            /** @description With `include=links`: each URL once, in the order of the mail, at most 1,000. */
            links?: components["schemas"]["Link"][];
            /** @description With `include=attachments`: files, attached and inline, in the order of the mail, at most 100. */
            attachments?: components["schemas"]["Attachment"][];
            /** @description With `include=attachmentContents`: the same with their bytes. */
            attachmentContents?: components["schemas"]["AttachmentContent"][];
            /** @description With `include=headers`: the header fields in their order, repeated ones too, at most 1,000. */
            headers?: components["schemas"]["MailHeader"][];
        };
        /**
         * @description A visible link of a message to the web.
         * @example {
         *       "url": "https://shop.example/verify?token=x",
         *       "host": "shop.example",
         *       "text": "Verify your address"
         *     }
         */
        Link: {
            /** @description As the mail has it. */
            url: string;
            /** @description The URL’s host, with its port if it names one: ASCII (A-labels), lower case. */
            host: string;
            /** @description What a reader sees of it; `""` where that is an image, the URL itself where it stands in a text. */
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
            /** @description Counts from 0, in the order of the mail. */
            index: number;
            /** @description As the sender wrote it; `""` where there is none. */
            filename: string;
            /** @description Type and subtype in lower case, without parameters; where the sender wrote none, `application/octet-stream` for a file that is attached, else `text/plain`. */
            contentType: string;
            /** @description Decoded bytes. */
            sizeBytes: number;
            /** @description The Content-ID by which the HTML may show it (`cid:`), without brackets. */
            contentId: string | null;
            /** @description Part of the body, not a file that the sender attached. */
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
            /** @description Counts from 0, in the order of the mail. */
            index: number;
            /** @description As the sender wrote it; `""` where there is none. */
            filename: string;
            /** @description Type and subtype in lower case, without parameters; where the sender wrote none, `application/octet-stream` for a file that is attached, else `text/plain`. */
            contentType: string;
            /** @description Decoded bytes. */
            sizeBytes: number;
            /** @description The Content-ID by which the HTML may show it (`cid:`), without brackets. */
            contentId: string | null;
            /** @description Part of the body, not a file that the sender attached. */
            isInline: boolean;
            /** @description Its bytes in base64, with padding. */
            contentBase64: string;
        };
        /**
         * @description A header field of a message.
         * @example {
         *       "name": "Subject",
         *       "value": "Your code is 482913"
         *     }
         */
        MailHeader: {
            /** @description As the mail has it. */
            name: string;
            /** @description On one line: unfolded (RFC 5322 §2.2.3), encoded words decoded (RFC 2047), white space and control characters as single spaces. */
            value: string;
        };
        /** @description The body of every answer that is not 2xx. */
        Error: {
            error: {
                /**
                 * @description Branch on this, and on the codes of the details.
                 * @enum {string}
                 */
                code: "BAD_REQUEST" | "UNAUTHORIZED" | "PAYMENT_REQUIRED" | "FORBIDDEN" | "NOT_FOUND" | "METHOD_NOT_SUPPORTED" | "TIMEOUT" | "CONFLICT" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "UNPROCESSABLE_CONTENT" | "TOO_MANY_REQUESTS" | "INTERNAL_SERVER_ERROR" | "SERVICE_UNAVAILABLE";
                /** @description For people; may change. */
                message: string;
                /** @description The answer’s `X-Request-Id`. */
                requestId: string;
                details?: {
                    /** @description The input’s field, dotted; `""` where it is no field’s fault. */
                    path: string;
                    /** @description What is wrong, in snake_case; stable. */
                    code: string;
                    /** @description For people; may change. */
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
         * @description An id of yours for this request: 1 to 128 letters, digits, dots, underscores, colons and hyphens. Anything else is replaced, not refused.
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
                 * @description `meta.cursor` of the page before, with the same filters. Opaque: nothing in it is to be relied on.
                 * @example AWgpPr1zqE5sMDFKRDNRQTRDOUYxSDNKNUs3TTlOMVAzUjU
                 */
                cursor?: string;
                /**
                 * @description How many at most.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description Only addresses on this domain: a host, or a wildcard with all its hosts.
                 * @example mail.example.com
                 */
                hostname?: string;
                /**
                 * @description Only addresses whose local part has this text in it; case is ignored.
                 * @example cod
                 */
                q?: string;
            };
            header?: {
                /**
                 * @description An id of yours for this request: 1 to 128 letters, digits, dots, underscores, colons and hyphens. Anything else is replaced, not refused.
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
                 * @description Makes a retry safe: a call under the same key answers what the first one answered and creates nothing, for 24 hours. Keys are the caller's own.
                 * @example signup-test-4711
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description An id of yours for this request: 1 to 128 letters, digits, dots, underscores, colons and hyphens. Anything else is replaced, not refused.
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
                 * @description `meta.cursor` of the page before, with the same filters. Opaque: nothing in it is to be relied on.
                 * @example AWgpPr1zqE5sMDFKRDNRQTRDOUYxSDNKNUs3TTlOMVAzUjU
                 */
                cursor?: string;
                /**
                 * @description How many at most.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description Only messages in whose subject or visible text every term occurs, as a part of a word too. White space separates terms, `"…"` keeps a phrase; case and accents do not matter.
                 * @example your code
                 */
                q?: string;
                /**
                 * @description Only messages with this text in `fromName <fromAddr>`: a part of the name, of the address, or both as they stand here. Case, accents and full-width forms do not matter.
                 * @example no-reply@shop.example
                 */
                from?: string;
                /**
                 * @description Only messages with this text in their subject, as one piece. Case, accents and full-width forms do not matter.
                 * @example your code
                 */
                subject?: string;
                /**
                 * @description Only messages with exactly this tag; case matters.
                 * @example otp
                 */
                tag?: string;
                /**
                 * @description Only messages received later than this: ISO 8601 with a zone, `Z` or an offset. Clocks differ: to wait for the next mail, `after` is the better choice.
                 * @example 2026-11-21T09:30:00Z
                 */
                receivedAfter?: string;
                /**
                 * @description Only messages received after the one of this id, which may be deleted by now.
                 * @example 01JD3QA4C9F1H3J5K7M9N1P3R5
                 */
                after?: string;
                /**
                 * @description Only messages with a one-time code.
                 * @example true
                 */
                hasOtp?: true;
                /**
                 * @description Holds the answer until a message matches, for at most this many seconds; then the list is empty. Give your own client a longer time-out than this, or it hangs up before the answer comes. Not together with `cursor`.
                 * @example 30
                 */
                waitSeconds?: number;
            };
            header?: {
                /**
                 * @description An id of yours for this request: 1 to 128 letters, digits, dots, underscores, colons and hyphens. Anything else is replaced, not refused.
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
                 * @description What to add to the message, each once: a list with commas in between. `attachmentContents` holds whole files: give your client time and memory for them.
                 * @example links,headers
                 */
                include?: string;
            };
            header?: {
                /**
                 * @description An id of yours for this request: 1 to 128 letters, digits, dots, underscores, colons and hyphens. Anything else is replaced, not refused.
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
                    "message/rfc822": string;
                    "application/json": components["schemas"]["MessageResponse"];
                };
            };
        };
    };
}
