import { LIMITS } from '@postil/contract/limits'
import { t } from '../../i18n/areas/setup.ts'

/** The error message for a new password; undefined when it is valid. Lengths are in code points, as on the server. */
export function checkNewPassword(password: string): string | undefined {
  const length = [...password].length
  if (length < LIMITS.passwordMin) return t('session.passwordShort', { min: LIMITS.passwordMin })
  if (length > LIMITS.passwordMax) return t('session.passwordLong', { max: LIMITS.passwordMax })
  return undefined
}
