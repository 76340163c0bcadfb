import { type FormEvent, useRef, useState } from 'react'
import { reasonOf } from '../../api/reason-of.ts'
import { t } from '../../i18n/areas/setup.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { TextField } from '../../ui/controls/TextField.tsx'
import styles from './EntryFrame.module.css'
import { PasswordField } from './PasswordField.tsx'
import { SignInError } from './session-client.ts'

/** Username and password. */
export function LoginForm({ onSignIn }: { onSignIn: (username: string, password: string) => Promise<void> }) {
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<string>()
  const usernameBox = useRef<HTMLInputElement>(null)
  const passwordBox = useRef<HTMLInputElement>(null)

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    const empty = username === '' ? usernameBox : password === '' ? passwordBox : undefined
    if (empty) {
      setError(t('session.missing'))
      empty.current?.focus()
      return
    }
    setPending(true)
    setError(undefined)
    try {
      await onSignIn(username, password)
    } catch (failure) {
      setError(wordsFor(failure))
      if (failure instanceof SignInError && failure.reason === 'wrong') setPassword('')
      passwordBox.current?.focus()
    } finally {
      setPending(false)
    }
  }

  return (
    <form className={styles.form} onSubmit={handleSubmit} noValidate>
      <TextField
        label={t('session.username')}
        name="username"
        value={username}
        onChange={setUsername}
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck="false"
        autoFocus
        ref={usernameBox}
      />
      <PasswordField
        label={t('session.password')}
        name="password"
        value={password}
        onChange={setPassword}
        autoComplete="current-password"
        ref={passwordBox}
      />
      <p className={styles.error} role="alert">
        {error}
      </p>
      <Button type="submit" variant="primary" isPending={isPending} className={styles.submit}>
        {t(isPending ? 'session.signingIn' : 'session.signIn')}
      </Button>
    </form>
  )
}

function wordsFor(failure: unknown): string {
  if (!(failure instanceof SignInError)) return t('session.noServer')
  switch (failure.reason) {
    case 'wrong':
      return t('session.wrong')
    case 'missing':
      return t('session.missing')
    case 'tooMany':
      return t('session.tooMany')
    case 'noServer':
      return t('session.noServer')
    case 'failed':
      return t('session.failed', { detail: reasonOf(failure) })
  }
}
