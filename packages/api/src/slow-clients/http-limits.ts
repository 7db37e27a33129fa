/** How many resources the clients of a process's HTTP server may use; configuration, since machines differ. */
export interface HttpLimits {
  connections: number
  /** From one client: an IPv4 address, or the /64 of an IPv6 one. Trusted proxies are exempt. */
  connectionsPerClient: number
  /** Within which a request, head and body, has to arrive. */
  requestMs: number
  /** How long a client may read nothing of its response; also added to the time that the response's size allows. */
  answerMs: number
  /** Bytes of responses that all clients together have not read yet. */
  pendingResponseBytes: number
  /** The same for one API key. */
  pendingResponseBytesPerKey: number
}
