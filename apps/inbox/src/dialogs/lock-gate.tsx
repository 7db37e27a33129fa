import { unlock } from '../api/public-api.ts'
import { t } from '../languages/language.ts'
import { unlockToken } from '../state/visitor.ts'
import { PasswordGate } from './password-gate.tsx'

/** Asks for the password of a locked service. */
export function LockGate({ host, onOpen }: { host: string; onOpen: () => void }) {
  const open = async (password: string) => {
    unlockToken.value = await unlock(host, password)
    onOpen()
  }
  return <PasswordGate title={t('lockTitle')} text={t('lockText')} action={t('unlock')} open={open} />
}
