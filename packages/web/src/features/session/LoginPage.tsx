import { Eye, EyeOff } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { t } from '../../i18n/index.ts'
import { BrandMark } from '../../ui/BrandMark.tsx'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { DefaultLayout } from '../../ui/layout/layouts.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toasts } from '../../ui/toast/toast-queue.ts'
import styles from './LoginPage.module.css'
import { followRedirect, judgeRedirect, trustedOriginsOf } from './safe-redirect.ts'
import { useSession } from './session.ts'
import { SignInError } from './session-client.ts'

/** `/login`: sign in, then on to `redirect` or home. Who is signed in already is sent on at once. */
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

  return (
    <DefaultLayout>
      <div className={styles.page}>
        <div className={styles.margin}>
          <BrandMark size="large" />
          <p className={styles.motto}>{t('session.motto')}</p>
        </div>
        <div className={styles.card}>
          <h1 className={styles.title}>{t('session.title')}</h1>
          <p className={styles.lead}>{t('session.lead')}</p>
          <LoginForm onSignIn={session.signIn} />
        </div>
      </div>
    </DefaultLayout>
  )
}

function LoginForm({ onSignIn }: { onSignIn: (username: string, password: string) => Promise<void> }) {
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [isShown, setShown] = useState(false)
  const [hasCapsLock, setCapsLock] = useState(false)
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

  const handleKey = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))

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
      <TextField
        label={t('session.password')}
        name="password"
        type={isShown ? 'text' : 'password'}
        value={password}
        onChange={setPassword}
        onKeyDown={handleKey}
        onKeyUp={handleKey}
        autoComplete="current-password"
        description={hasCapsLock ? t('session.capsLock') : undefined}
        trailing={
          <IconButton
            icon={isShown ? EyeOff : Eye}
            label={t(isShown ? 'ui.hidePassword' : 'ui.showPassword')}
            size="small"
            onPress={() => setShown(!isShown)}
          />
        }
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
