/** What the name of a domain begins with that stands for every host under another name. */
export const wildcardPrefix = '*.'

/** Whether a folded name of a domain is a wildcard. */
export const isWildcard = (domainName: string): boolean => domainName.startsWith(wildcardPrefix)

/** The name that a domain has in the DNS: of a wildcard the part after `*.`. */
export const zoneNameOf = (domainName: string): string =>
  isWildcard(domainName) ? domainName.slice(wildcardPrefix.length) : domainName
