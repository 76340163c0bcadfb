import { LIMITS, PATTERNS } from '@postil/contract/limits'
import { t } from '../../i18n/areas/setup.ts'

/** The error message for the username of a new account; undefined when it is valid. */
export function checkUsername(username: string): string | undefined {
  if (username === '') return t('setup.missing')
  const isGood = PATTERNS.username.test(username) && username.length <= LIMITS.nameLength
  return isGood ? undefined : t('setup.username.bad')
}

/** The error message for a new password; undefined when it is valid. Lengths are in code points, as on the server. */
export function checkNewPassword(password: string): string | undefined {
  const length = [...password].length
  if (length < LIMITS.passwordMin) return t('session.passwordShort', { min: LIMITS.passwordMin })
  if (length > LIMITS.passwordMax) return t('session.passwordLong', { max: LIMITS.passwordMax })
  return undefined
}
