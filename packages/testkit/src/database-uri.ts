/**
 * The same MongoDB server with another default database. Credentials are still looked up in the database
 * of the first address, or in `admin`. @throws Error when `uri` is no MongoDB connection string
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
