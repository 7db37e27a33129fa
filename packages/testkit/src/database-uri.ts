/**
 * The same MongoDB server with another default database. Credentials go on being looked up where the first address
 * said, in its own database or `admin`. @throws Error when `uri` is no MongoDB connection string
 */
export function databaseUri(uri: string, name: string): string {
  // Not `new URL`: a connection string may name several hosts.
  const parts = /^(mongodb(?:\+srv)?:\/\/[^/?]+)(?:\/([^?]*))?(?:\?(.*))?$/.exec(uri)
  if (!parts) throw new Error('Not a MongoDB connection string')
  const [, hosts = '', database, options] = parts
  const query = new URLSearchParams(options)
  if (hosts.includes('@') && !query.has('authSource')) query.set('authSource', database || 'admin')
  return `${hosts}/${name}${query.size > 0 ? `?${query}` : ''}`
}
