import { type DetailCode, detailCodesOf } from '@inlet/contract'
import type { Instruments } from './instruments.ts'

/** Who is turned away. */
export interface AccessMetrics {
  /** A credential was none; `code` is what its sender heard. */
  authFailed(code: DetailCode): void
  /** Somebody tried to log in at the embedded provider. */
  login(outcome: 'accepted' | 'wrong' | 'limited'): void
  /** Somebody was over a limit, which is named by what its buckets begin with. */
  limitHit(limit: string): void
}

/** Makes the instruments of access. */
export function accessMetrics(make: Instruments): AccessMetrics {
  return {
    authFailed: make.labelledCounter({
      name: 'inlet_auth_failures_total',
      help: 'API keys and access tokens that were none, or were missing.',
      label: 'reason',
      values: detailCodesOf('UNAUTHORIZED'),
    }),
    login: make.labelledCounter({
      name: 'inlet_logins_total',
      help: 'Tries at the login page of the embedded provider.',
      label: 'outcome',
      values: ['accepted', 'wrong', 'limited'],
    }),
    limitHit: make.labelledCounter({
      name: 'inlet_rate_limit_hits_total',
      help: 'Times that somebody was over a limit: requests of a key, failed credentials, held calls, searches, new addresses by mail, the login.',
      label: 'limit',
      values: ['key', 'auth', 'held-calls', 'searches', 'new-address', 'oidc', 'login'],
    }),
  }
}
