import type { DomainInfo } from '@inlet/contract'
import { signal } from '@preact/signals'

/** What the server wrote into the page: data of GET /v1/public/domain-info; null on a host that it has no page for. */
function readIsland(): DomainInfo | null {
  try {
    return JSON.parse(document.getElementById('domain-info')?.textContent ?? 'null')
  } catch {
    return null
  }
}

/** The domain whose page this is. It stays the same, but in a preview. */
export const domain = signal(readIsland())
