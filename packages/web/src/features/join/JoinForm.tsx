import { ApiError } from '@postil/sdk/errors'
import { useEffect, useRef, useState } from 'react'
import { type JoinLink, join } from '../../api/account/people.ts'
import { reasonOf } from '../../api/reason-of.ts'
import { t } from '../../i18n/areas/team/people.ts'
import { TextField } from '../../ui/controls/TextField.tsx'
import { checkNewPassword, checkUsername } from '../session/check-account.ts'
import { EntryForm } from '../session/EntryForm.tsx'
import { NewPasswordField, NewUsernameField } from '../session/new-account-fields.tsx'

/** Creates the invited account, or sets the new password, and signs in. */
export function JoinForm({ token, link }: { token: string; link: JoinLink }) {
  const isInvited = link.username === null
  const [values, setValues] = useState({ username: '', first_name: link.first_name ?? '', password: '' })
  const change = (name: keyof typeof values) => (text: string) => setValues((known) => ({ ...known, [name]: text }))
  // Refused by the server: the message is shown at the field, which gets the focus.
  const [taken, setTaken] = useState<string>()
  const nameBox = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (taken !== undefined) nameBox.current?.focus()
  }, [taken])
  const { username, first_name, password } = values
  const names = isInvited ? { username, first_name: first_name.trim() || undefined } : {}

  return (
    <EntryForm
      password={password}
      errors={{
        username: username === taken ? t('people.account.taken') : isInvited ? checkUsername(username) : undefined,
        password: checkNewPassword(password),
      }}
      send={() =>
        join({ token, password, ...names }).catch((cause: unknown) => {
          if (isTaken(cause)) setTaken(username)
          throw cause
        })
      }
      wordsFor={wordsFor}
      label={t(isInvited ? 'join.send' : 'join.reset.send')}
      pendingLabel={t('join.sending')}
    >
      {(errors) => (
        <>
          {isInvited && (
            <>
              <NewUsernameField value={username} onChange={change('username')} error={errors.username} ref={nameBox} />
              <TextField
                label={t('join.name')}
                need="optional"
                name="first_name"
                value={first_name}
                onChange={change('first_name')}
                autoComplete="name"
              />
            </>
          )}
          <NewPasswordField
            value={password}
            onChange={change('password')}
            error={errors.password}
            autoFocus={!isInvited}
          />
        </>
      )}
    </EntryForm>
  )
}

function isTaken(cause: unknown): boolean {
  return cause instanceof ApiError && cause.status === 409
}

function wordsFor(cause: unknown): string {
  if (isTaken(cause)) return ''
  if (!(cause instanceof ApiError)) return t('session.noServer')
  if (cause.status === 403) return t('join.ended')
  if (cause.status === 429) return t('session.tooMany')
  return reasonOf(cause)
}
