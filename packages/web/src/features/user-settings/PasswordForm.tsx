import { ApiError } from '@postil/sdk/errors'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { changePassword, MY_SESSIONS, type PasswordChanged } from '../../api/account/account.ts'
import { parseServerTime } from '../../api/server-time.ts'
import { t } from '../../i18n/areas/user-settings.ts'
import { formatDateTime } from '../../i18n/index.ts'
import { useOfflineReason } from '../../ui/browser/use-offline-reason.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { toasts } from '../../ui/toast/toast-queue.ts'
import { checkNewPassword } from '../session/check-account.ts'
import { NewPasswordField } from '../session/new-account-fields.tsx'
import { PasswordField } from '../session/PasswordField.tsx'
import { useUser } from '../session/session.ts'
import { useCheckedForm } from '../session/use-checked-form.ts'
import styles from './PasswordForm.module.css'

/** Changes the password; other sessions of the user have to sign in again. */
export function PasswordForm() {
  const { username } = useUser()
  const queryClient = useQueryClient()
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const [isPending, setPending] = useState(false)
  const [changed, setChanged] = useState<PasswordChanged>()
  const [failure, setFailure] = useState<string>()
  const currentBox = useRef<HTMLInputElement>(null)
  const offlineReason = useOfflineReason()
  const { form, errors, check, reset } = useCheckedForm({
    current: current === '' ? t('userSettings.password.missing') : undefined,
    password: checkNewPassword(next),
  })

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    setFailure(undefined)
    if (!check()) return
    setPending(true)
    try {
      setChanged(await changePassword(current, next))
      void queryClient.invalidateQueries({ queryKey: MY_SESSIONS })
      setCurrent('')
      setNext('')
      reset()
      toasts.notify({ type: 'success', message: t('userSettings.password.changed') })
    } catch (cause) {
      setFailure(wordsFor(cause))
      currentBox.current?.focus()
    } finally {
      setPending(false)
    }
  }

  return (
    <form className={styles.form} onSubmit={handleSubmit} noValidate ref={form}>
      {/* Password managers store the new password under this user name. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <div className={styles.pair}>
        <PasswordField
          label={t('userSettings.password.current')}
          name="current"
          value={current}
          onChange={setCurrent}
          error={failure ?? errors.current}
          autoComplete="current-password"
          ref={currentBox}
        />
        <NewPasswordField
          label={t('userSettings.password.new')}
          value={next}
          onChange={setNext}
          error={errors.password}
        />
      </div>
      {changed && <StillOpen changed={changed} />}
      <div className={styles.foot}>
        <p>{t('userSettings.password.note')}</p>
        <Button type="submit" isPending={isPending} disabledReason={offlineReason}>
          {t('userSettings.password.change')}
        </Button>
      </div>
    </form>
  )
}

/** The sessions that the change has ended, and the API keys that are still valid: important after a leak. */
function StillOpen({ changed: { ended_sessions, api_keys } }: { changed: PasswordChanged }) {
  return (
    <div role="status">
      <p>{t('userSettings.password.ended', { count: ended_sessions.length })}</p>
      {ended_sessions.length > 0 && (
        <ul>
          {ended_sessions.map(({ inserted_at }) => (
            <li key={inserted_at}>
              {t('userSettings.password.signedIn', { time: formatDateTime(parseServerTime(inserted_at)) })}
            </li>
          ))}
        </ul>
      )}
      {api_keys.length > 0 && (
        <>
          <p>{t('userSettings.password.keys')}</p>
          <ul>
            {api_keys.map(({ id, name, last_four }) => (
              <li key={id}>
                {name} <code>••••{last_four}</code>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

function wordsFor(failure: unknown): string {
  if (!(failure instanceof ApiError)) return t('session.noServer')
  switch (failure.status) {
    case 422:
      return t('userSettings.password.wrong')
    case 429:
      return t('session.tooMany')
    default:
      return t('userSettings.password.failed', { status: failure.status })
  }
}
