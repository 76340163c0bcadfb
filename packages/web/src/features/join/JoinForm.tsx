import { LIMITS, PATTERNS } from '@postil/contract/limits'
import { ApiError } from '@postil/sdk/errors'
import { type FormEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { type JoinLink, join } from '../../api/account/people.ts'
import { reasonOf } from '../../api/reason-of.ts'
import { t } from '../../i18n/areas/team/people.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { TextField } from '../../ui/controls/TextField.tsx'
import { checkNewPassword } from '../session/check-password.ts'
import styles from '../session/EntryFrame.module.css'
import { PasswordField } from '../session/PasswordField.tsx'
import { useSession } from '../session/session.ts'

/** Creates the invited account, or sets the new password, and signs in. */
export function JoinForm({ token, link }: { token: string; link: JoinLink }) {
  const isInvited = link.username === null
  const [values, setValues] = useState({ username: '', first_name: link.first_name ?? '', password: '' })
  const [isTried, setTried] = useState(false)
  const [isPending, setPending] = useState(false)
  const [failure, setFailure] = useState<string>()
  const form = useRef<HTMLFormElement>(null)
  const navigate = useNavigate()
  const { signIn } = useSession()
  const change = (name: keyof typeof values) => (text: string) => setValues((known) => ({ ...known, [name]: text }))
  const wrong = {
    username: isInvited ? checkUsername(values.username) : undefined,
    password: checkNewPassword(values.password),
  }
  const errors = isTried ? wrong : { username: undefined, password: undefined }

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    setTried(true)
    const firstWrong = wrong.username ? 'username' : wrong.password ? 'password' : undefined
    if (firstWrong) {
      form.current?.querySelector<HTMLInputElement>(`[name=${firstWrong}]`)?.focus()
      return
    }
    setPending(true)
    setFailure(undefined)
    const { username, first_name, password } = values
    const names = isInvited ? { username, first_name: first_name.trim() || undefined } : {}
    try {
      const name = await join({ token, password, ...names })
      // The account exists from here on. If signing in fails, the guard of the next page shows the login page.
      await signIn(name, password).catch(() => undefined)
      void navigate('/datasets', { replace: true })
    } catch (cause) {
      setFailure(wordsFor(cause))
      setPending(false)
    }
  }

  return (
    <form className={styles.form} onSubmit={handleSubmit} noValidate ref={form}>
      {isInvited && (
        <>
          <TextField
            label={t('join.username')}
            name="username"
            value={values.username}
            onChange={change('username')}
            error={errors.username}
            description={errors.username ? undefined : t('setup.username.help')}
            autoComplete="username"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck="false"
            autoFocus
          />
          <TextField
            label={t('join.name')}
            need="optional"
            name="first_name"
            value={values.first_name}
            onChange={change('first_name')}
            autoComplete="name"
          />
        </>
      )}
      <PasswordField
        label={t('join.password')}
        name="password"
        value={values.password}
        onChange={change('password')}
        error={errors.password}
        description={errors.password ? undefined : t('setup.password.help')}
        autoComplete="new-password"
        autoFocus={!isInvited}
      />
      <p className={styles.error} role="alert">
        {failure}
      </p>
      <Button type="submit" variant="primary" isPending={isPending} className={styles.submit}>
        {isPending ? t('join.sending') : t(isInvited ? 'join.send' : 'join.reset.send')}
      </Button>
    </form>
  )
}

function checkUsername(username: string): string | undefined {
  if (username === '') return t('setup.missing')
  const isGood = PATTERNS.username.test(username) && username.length <= LIMITS.nameLength
  return isGood ? undefined : t('setup.username.bad')
}

function wordsFor(cause: unknown): string {
  if (!(cause instanceof ApiError)) return t('session.noServer')
  if (cause.status === 403) return t('join.ended')
  if (cause.status === 429) return t('session.tooMany')
  return reasonOf(cause)
}
