/** What keeps a server of the cluster from starting, in its own words. */
export class ServerFault extends Error {
  override name = 'ServerFault'
}
