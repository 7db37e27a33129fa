import { randomUUID } from 'node:crypto'
import {
  checkOptions,
  checkWait,
  filterOptions,
  linkWaitOptions,
  messageWaitOptions,
  type OptionNames,
  waitOptions,
} from './check-options.ts'
import { Client, type Limits } from './client.ts'
import { InletError } from './errors.ts'
import { Inbox } from './inbox.ts'
import type { LinkWish } from './links.ts'
import { type InletOptions, missing, readSettings, type Settings } from './options.ts'
import { messagePath, readMessage } from './read-message.ts'
import type {
  AddressListItem,
  Attachment,
  CreateAddressBody,
  CreatedAddress,
  Included,
  ListAddressesQuery,
  MessageFilter,
  MessageListItem,
  MessageWith,
  WaitOptions,
} from './types.ts'

/** So many addresses are remembered with the position of their inbox. */
const rememberedInboxes = 10_000

/** What every call takes. */
export interface CallOptions {
  /** Ends the call; it then rejects with the signal's reason. */
  signal?: AbortSignal
}

/** Where an inbox begins. */
export interface OpenOptions extends CallOptions {
  /** A position of another process: `inbox.position` there, or the id of a message, behind which the inbox begins. */
  since?: string
}

/** What a new address is made of: a random name on the client's domain, unless given. */
export interface NewAddress
  extends Pick<Partial<CreateAddressBody>, 'domainId' | 'localPart' | 'hostname' | 'password'> {
  /** A call under the same key makes no second address, for 24 hours. Each call has one of its own unless given. */
  idempotencyKey?: string
}

/** A file of a mail, with its bytes. */
export interface AttachedFile extends Attachment {
  content: Uint8Array
}

const callOptions: OptionNames<CallOptions> = { signal: true }
const openOptions: OptionNames<OpenOptions> = { ...callOptions, since: true }
const newAddressOptions: OptionNames<NewAddress> = {
  domainId: true,
  localPart: true,
  hostname: true,
  password: true,
  idempotencyKey: true,
}

/** A client of one Inlet service, under one key. Make one for a process: its waits share the places that the server has for a key. */
export class Inlet {
  readonly #client: Client
  readonly #settings: Settings
  /** By address, in the order in which they were opened. */
  readonly #inboxes = new Map<string, { inbox: Inbox; since: string | undefined }>()

  /** @throws InletError where an option is misspelt, or where neither they nor the environment say where the server is, and under which key */
  constructor(options: InletOptions = {}) {
    this.#settings = readSettings(options)
    this.#client = new Client(this.#settings)
  }

  /** Creates an address, which is permanent. Safe to be repeated: the call has an idempotency key. */
  async createAddress(address: NewAddress = {}, options: CallOptions = {}): Promise<CreatedAddress> {
    checkOptions(address, newAddressOptions)
    checkOptions(options, callOptions)
    const { idempotencyKey = randomUUID(), domainId = this.#settings.domainId, ...rest } = address
    if (!domainId) throw new InletError(missing('domainId', 'INLET_DOMAIN'))
    const call = {
      path: this.#addressesPath(),
      body: { domainId, ...rest },
      headers: { 'idempotency-key': idempotencyKey },
    }
    const { data } = await this.#client.json<{ data: CreatedAddress }>(call, options)
    this.#remember(Inbox.empty(this.#client, data.fullAddress))
    return data
  }

  /** Creates an address and opens its inbox: what a test usually begins with. */
  async createInbox(address: NewAddress = {}, options: CallOptions = {}): Promise<Inbox> {
    const { fullAddress } = await this.createAddress(address, options)
    return await this.#known(fullAddress, undefined, options)
  }

  /**
   * Opens the inbox of an address from now on: call it before the step that sends the mail. What is there already is never returned by a
   * wait. With `since` it begins where the inbox of another process is.
   */
  async inbox(address: string, options: OpenOptions = {}): Promise<Inbox> {
    checkOptions(options, openOptions)
    return await this.#open(address, options.since, options)
  }

  /** The addresses of the service, newest first. `text` is a part of the name before the `@`. */
  listAddresses(options: { hostname?: string; text?: string } & CallOptions = {}) {
    checkOptions(options, { ...callOptions, hostname: true, text: true })
    const { hostname, text, signal } = options
    const query: ListAddressesQuery = { hostname, q: text, limit: 100 }
    return this.#client.items<AddressListItem>({ path: this.#addressesPath(), query }, { signal })
  }

  /** The messages of an address that fit, newest first. */
  messages(
    address: string,
    options: MessageFilter & CallOptions = {},
  ): AsyncGenerator<MessageListItem, void, undefined> {
    checkOptions(options, { ...callOptions, ...filterOptions })
    const { signal, ...filter } = options
    return this.#client.messages({ address, filter, signal })
  }

  /** Reads a message, with what `include` names, and so marks it read. */
  async message<I extends Included = never>(
    id: string,
    options: { include?: readonly I[] } & CallOptions = {},
  ): Promise<MessageWith<I>> {
    checkOptions(options, { ...callOptions, include: true })
    const { include, signal } = options
    return readMessage<I>(this.#client, { id, include }, { signal })
  }

  /** The source of a message, byte for byte as it came. */
  async source(id: string, options: CallOptions = {}): Promise<Uint8Array> {
    checkOptions(options, callOptions)
    return this.#client.bytes({ path: messagePath(id), headers: { accept: 'message/rfc822' } }, options)
  }

  /** A file of a message, by its name or its index. @throws InletError where there is none of that name */
  async attachment(id: string, which: string | number, options: CallOptions = {}): Promise<AttachedFile> {
    checkOptions(options, callOptions)
    const { attachmentContents } = await this.message(id, { ...options, include: ['attachmentContents'] })
    const found = attachmentContents.find(
      ({ index, filename }) => (typeof which === 'number' ? index : filename) === which,
    )
    if (!found) {
      const names = attachmentContents.map(({ index, filename }) => `${index}: ${JSON.stringify(filename)}`).join(', ')
      throw new InletError(`The message has no file ${JSON.stringify(which)}; it has ${names || 'none'}`)
    }
    const { contentBase64, ...attachment } = found
    return { ...attachment, content: new Uint8Array(Buffer.from(contentBase64, 'base64')) }
  }

  /** As `waitForMessage` of the address's inbox, which is opened now, or at `since`, unless this client has opened or created it. */
  async waitForMessage<I extends Included = never>(
    address: string,
    options: WaitOptions & OpenOptions & { include?: readonly I[] } = {},
  ): Promise<MessageWith<I>> {
    checkWait(options, { ...messageWaitOptions, ...openOptions })
    const { since, ...wait } = options
    return (await this.#known(address, since, wait)).waitForMessage<I>(wait)
  }

  /** As `waitForCode` of the address's inbox, which is opened now, or at `since`, unless this client has opened or created it. */
  async waitForCode(address: string, options: WaitOptions & OpenOptions = {}): Promise<string> {
    checkWait(options, { ...waitOptions, ...openOptions })
    const { since, ...wait } = options
    return (await this.#known(address, since, wait)).waitForCode(wait)
  }

  /** As `waitForLink` of the address's inbox, which is opened now, or at `since`, unless this client has opened or created it. */
  async waitForLink(address: string, options: WaitOptions & OpenOptions & { link?: LinkWish } = {}): Promise<string> {
    checkWait(options, { ...linkWaitOptions, ...openOptions })
    const { since, ...wait } = options
    return (await this.#known(address, since, wait)).waitForLink(wait)
  }

  /** As `expectNoMessage` of the address's inbox, which is opened now, or at `since`, unless this client has opened or created it. */
  async expectNoMessage(address: string, options: WaitOptions & OpenOptions = {}): Promise<void> {
    checkWait(options, { ...waitOptions, ...openOptions })
    const { since, ...wait } = options
    return (await this.#known(address, since, wait)).expectNoMessage(wait)
  }

  async #known(address: string, since: string | undefined, limits: Limits): Promise<Inbox> {
    const known = this.#inboxes.get(address.toLowerCase())
    if (known && (since === undefined || since === known.since)) return known.inbox
    return await this.#open(address, since, limits)
  }

  async #open(address: string, since: string | undefined, { signal }: Limits): Promise<Inbox> {
    const inbox =
      since === undefined ? await Inbox.open(this.#client, address, { signal }) : Inbox.at(this.#client, address, since)
    return this.#remember(inbox, since)
  }

  #remember(inbox: Inbox, since?: string): Inbox {
    const key = inbox.address.toLowerCase()
    this.#inboxes.delete(key)
    this.#inboxes.set(key, { inbox, since })
    const [oldest] = this.#inboxes.keys()
    if (this.#inboxes.size > rememberedInboxes && oldest !== undefined) this.#inboxes.delete(oldest)
    return inbox
  }

  #addressesPath(): string {
    const { serviceId } = this.#settings
    if (!serviceId) throw new InletError(missing('serviceId', 'INLET_SERVICE'))
    return `/services/${encodeURIComponent(serviceId)}/addresses`
  }
}
