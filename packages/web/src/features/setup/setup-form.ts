import { LIMITS, PATTERNS } from '@postil/contract/limits'
import { ApiError } from '@postil/sdk/errors'
import { reasonOf } from '../../api/reason-of.ts'
import { t } from '../../i18n/areas/setup.ts'
import type { setup } from '../../i18n/en/setup.ts'
import { checkNewPassword } from '../session/check-password.ts'

/** The values of the set-up form, as typed. */
export interface SetupValues {
  username: string
  password: string
  workspace: string
}
export type SetupErrors = Partial<Record<keyof SetupValues, string>>

/** Error messages for each field; empty when the form is valid. */
export function checkSetup({ username, password, workspace }: SetupValues): SetupErrors {
  const errors: SetupErrors = {
    username:
      checkName(username, PATTERNS.username, 'setup.username.bad') ?? (username ? undefined : t('setup.missing')),
    password: checkNewPassword(password),
    workspace: checkName(workspace, PATTERNS.workspaceName, 'setup.workspace.bad'),
  }
  return Object.fromEntries(Object.entries(errors).filter(([, words]) => words !== undefined))
}

/** Message for why the server did not create the owner. */
export function wordsForSetupFailure(failure: unknown): string {
  if (!(failure instanceof ApiError)) return t('session.noServer')
  switch (failure.status) {
    case 403:
      return t('setup.badLink')
    case 409:
      return t('setup.done.text')
    case 422:
      return reasonOf(failure)
    case 429:
      return t('session.tooMany')
    default:
      return t('setup.failed', { status: failure.status })
  }
}

function checkName(
  name: string,
  pattern: RegExp,
  words: keyof typeof setup & `setup.${string}.bad`,
): string | undefined {
  if (name === '') return undefined
  return pattern.test(name) && name.length <= LIMITS.nameLength ? undefined : t(words)
}
