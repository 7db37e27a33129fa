import type { ApiError } from '../api/api-error.ts'
import type { Strings } from './en.ts'
import { t } from './language.ts'

const byCode: Partial<Record<string, keyof Strings>> = {
  wrong_session: 'errorNotOwner',
  session_required: 'errorNotOwner',
  quota_exceeded: 'errorQuota',
  visitor_share_used: 'errorQuota',
  reserved_address: 'notFoundText',
  unlock_required: 'lockTitle',
  inbox_password_required: 'protectedTitle',
  inbox_password_invalid: 'protectedTitle',
}

/** What a failed call means to a visitor. */
export function errorText({ status, code }: ApiError): string {
  const key = byCode[code]
  if (key) return t(key)
  if (status === 0) return t(navigator.onLine ? 'errorNoAnswer' : 'errorOffline')
  if (status === 403) return t('errorNotOwner')
  if (status === 404) return t('errorGone')
  if (status === 429) return t('errorTooMany')
  if (status === 503) return t('errorBusy')
  return t('errorServer')
}
