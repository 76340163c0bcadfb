import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { fetchIsSetupPending } from '../../api/account/setup.ts'
import { SILENT } from '../../api/query-client.ts'
import { t } from '../../i18n/areas/setup.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { TextField } from '../../ui/controls/TextField.tsx'
import { toasts } from '../../ui/toast/toast-queue.ts'
import styles from './EntryFrame.module.css'
import { EntryFrame } from './EntryFrame.tsx'
import { PasswordField } from './PasswordField.tsx'
import { followRedirect, judgeRedirect, trustedOriginsOf } from './safe-redirect.ts'
import { useSession } from './session.ts'
import { SignInError } from './session-client.ts'

/** `/login`: sign in, then go to `redirect` or home. A signed-in user is redirected at once. */
export function LoginPage() {
  const session = useSession()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const redirect = params.get('redirect')

  useEffect(() => {
    if (session.status !== 'in') return
    const target = judgeRedirect(redirect, location.origin, trustedOriginsOf(document))
    const isFollowed = followRedirect(target, {
      inside: (path) => void navigate(path, { replace: true }),
      outside: (url) => location.assign(url),
    })
    if (!isFollowed) toasts.notify({ type: 'warning', message: t('app.error.refusedRedirect') })
  }, [session.status, redirect, navigate])

  // A server that is not set up has no users yet: explain how to set it up.
  const { data: isUnset } = useQuery({
    queryKey: ['setup'],
    queryFn: fetchIsSetupPending,
    meta: SILENT,
    // Another tab may have set it up in the meantime.
    refetchOnWindowFocus: 'always',
  })
  if (isUnset) return <EntryFrame title={t('setup.title')} lead={t('setup.hint')} />

  return (
    <EntryFrame title={t('session.title')} lead={t('session.lead')}>
      <LoginForm onSignIn={session.signIn} />
    </EntryFrame>
  )
}

function LoginForm({ onSignIn }: { onSignIn: (username: string, password: string) => Promise<void> }) {
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
      return t('session.failed', { detail: failure.message })
  }
}
