import { LIMITS, PATTERNS } from '@postil/contract/limits'
import { ApiError } from '@postil/sdk/errors'
import { reasonOf } from '../../api/reason-of.ts'
import { t } from '../../i18n/areas/setup.ts'
import { checkNewPassword, checkUsername } from '../session/check-account.ts'
import type { FieldErrors } from '../session/use-checked-form.ts'

/** The values of the set-up form, as typed. */
export interface SetupValues {
  username: string
  password: string
  workspace: string
}

/** Error messages for each field; empty when the form is valid. */
export function checkSetup({ username, password, workspace }: SetupValues): FieldErrors<keyof SetupValues> {
  const errors = {
    username: checkUsername(username),
    password: checkNewPassword(password),
    workspace: checkWorkspace(workspace),
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

function checkWorkspace(name: string): string | undefined {
  const isGood = name === '' || (PATTERNS.workspaceName.test(name) && name.length <= LIMITS.nameLength)
  return isGood ? undefined : t('setup.workspace.bad')
}
