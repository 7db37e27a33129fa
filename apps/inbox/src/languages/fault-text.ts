import type { ApiFault } from '../api/api-fault.ts'
import type { Strings } from './en.ts'
import { t } from './language.ts'

const byCode: Partial<Record<string, keyof Strings>> = {
  wrong_session: 'faultNotOwner',
  session_required: 'faultNotOwner',
  quota_exceeded: 'faultQuota',
  reserved_address: 'notFoundText',
  unlock_required: 'lockTitle',
  inbox_password_required: 'protectedTitle',
  inbox_password_invalid: 'protectedTitle',
}

/** What a failed call means to a visitor. */
export function faultText({ status, code }: ApiFault): string {
  const key = byCode[code]
  if (key) return t(key)
  if (status === 0) return t(navigator.onLine ? 'faultNoAnswer' : 'faultOffline')
  if (status === 403) return t('faultNotOwner')
  if (status === 404) return t('faultGone')
  if (status === 429) return t('faultTooMany')
  if (status === 503) return t('faultBusy')
  return t('faultServer')
}
