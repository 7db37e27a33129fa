import { t } from '../languages/language.ts'

/** Who sent a message, as lists show it. */
export const senderName = ({ fromName, fromAddr }: { fromName: string; fromAddr: string }): string =>
  fromName || fromAddr || t('unknownSender')
