import { type DetailCode, detailCodesOf } from '@inlet/contract'
import type { Registry } from 'prom-client'
import { labelledCounter } from './instruments.ts'

/** Refused and limited callers. */
export interface AccessMetrics {
  /** A credential was missing or invalid; `code` is the detail code of the answer. */
  authFailed(code: DetailCode): void
  /** A try to log in at the embedded provider. */
  login(outcome: 'accepted' | 'wrong' | 'limited'): void
  /** A caller was over a limit; its name is the prefix of its buckets. */
  limitHit(limit: string): void
}

/** Makes the metrics of access. */
export function accessMetrics(registers: Registry[]): AccessMetrics {
  return {
    authFailed: labelledCounter({
      registers,
      name: 'inlet_auth_failures_total',
      help: 'API keys, access tokens, and passwords and tokens of visitors, that were not valid, or were missing.',
      label: 'reason',
      values: detailCodesOf('UNAUTHORIZED'),
    }),
    login: labelledCounter({
      registers,
      name: 'inlet_logins_total',
      help: 'Tries at the login page of the embedded provider.',
      label: 'outcome',
      values: ['accepted', 'wrong', 'limited'],
    }),
    limitHit: labelledCounter({
      registers,
      name: 'inlet_rate_limit_hits_total',
      help: 'Number of refusals by a limit: requests of a key or a user, calls of a user at a time, failed credentials, calls of visitors, unlocking, wrong passwords of locks and inboxes, held calls, searches, new addresses by mail and by visitors, the login.',
      label: 'limit',
      values: [
        'key',
        'user',
        'user-calls',
        'auth',
        'public',
        'unlock',
        'lock-password',
        'inbox-password',
        'held-calls',
        'searches',
        'new-address',
        'oidc',
        'login',
      ],
    }),
  }
}
