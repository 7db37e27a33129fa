/** How much of a process the clients of its HTTP server may take up; configuration, since machines differ. */
export interface HttpLimits {
  connections: number
  /** From one client: an IPv4 address, or the /64 of an IPv6 one. Trusted proxies are exempt. */
  connectionsPerClient: number
  /** In which a request, head and body, has to be there. */
  requestMs: number
  /** For which an answer may stand still, and what it has beside the time that its size gives it. */
  answerMs: number
  /** What all clients together have been answered and have not taken yet. */
  untakenBytes: number
  /** The same for one API key. */
  untakenBytesPerKey: number
}
