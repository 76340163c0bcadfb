import { LIMITS } from '@postil/contract/limits'
import { t } from '../../i18n/setup.ts'

/** What is wrong with a new password, in words; undefined when it will do. Lengths are in code points, as the server counts. */
export function checkNewPassword(password: string): string | undefined {
  const length = [...password].length
  if (length < LIMITS.passwordMin) return t('session.passwordShort', { min: LIMITS.passwordMin })
  if (length > LIMITS.passwordMax) return t('session.passwordLong', { max: LIMITS.passwordMax })
  return undefined
}
