import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { completeSetup, fetchIsSetupPending } from '../../api/account/setup.ts'
import { SILENT } from '../../api/query-client.ts'
import { t } from '../../i18n/areas/setup.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { TextField } from '../../ui/controls/TextField.tsx'
import styles from '../session/EntryFrame.module.css'
import { EntryFrame } from '../session/EntryFrame.tsx'
import { PasswordField } from '../session/PasswordField.tsx'
import { useSession } from '../session/session.ts'
import { checkSetup, type SetupErrors, type SetupValues, wordsForSetupFailure } from './setup-form.ts'

/** `/setup?token=…`: the link that a new server prints. It can be used once, to create the first owner. */
export function SetupPage() {
  const [params] = useSearchParams()
  const token = params.get('token') ?? ''
  const { data: isPending } = useQuery({ queryKey: ['setup'], queryFn: fetchIsSetupPending, meta: SILENT })

  if (isPending === false) {
    return (
      <EntryFrame title={t('setup.done.title')} lead={t('setup.done.text')}>
        <Link to="/datasets" className={styles.link}>
          {t('setup.done.action')}
        </Link>
      </EntryFrame>
    )
  }
  if (token === '') return <EntryFrame title={t('setup.title')} lead={t('setup.noToken')} />
  return (
    <EntryFrame title={t('setup.title')} lead={t('setup.lead')}>
      <SetupForm token={token} />
    </EntryFrame>
  )
}

const EMPTY: SetupValues = { username: '', password: '', workspace: '' }

/** The form that creates the first owner, signs them in, and opens the list of datasets. */
function SetupForm({ token }: { token: string }) {
  const [values, setValues] = useState(EMPTY)
  const [isTried, setTried] = useState(false)
  const [isPending, setPending] = useState(false)
  const [failure, setFailure] = useState<string>()
  const form = useRef<HTMLFormElement>(null)
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { signIn } = useSession()
  const errors: SetupErrors = isTried ? checkSetup(values) : {}
  const change = (name: keyof SetupValues) => (text: string) => setValues((known) => ({ ...known, [name]: text }))

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    setTried(true)
    const [firstWrong] = Object.keys(checkSetup(values))
    if (firstWrong !== undefined) {
      form.current?.querySelector<HTMLInputElement>(`[name=${firstWrong}]`)?.focus()
      return
    }
    setPending(true)
    setFailure(undefined)
    const { username, password, workspace } = values
    try {
      await completeSetup({ token, username, password, workspace: workspace === '' ? undefined : workspace })
    } catch (cause) {
      setFailure(wordsForSetupFailure(cause))
      setPending(false)
      return
    }
    // The owner exists from here on. If signing in fails, the guard of the next page shows the login page.
    await signIn(username, password).catch(() => undefined)
    void navigate('/datasets', { replace: true })
    queryClient.setQueryData(['setup'], false)
  }

  return (
    <form className={styles.form} onSubmit={handleSubmit} noValidate ref={form}>
      <TextField
        label={t('session.username')}
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
      <PasswordField
        label={t('session.password')}
        name="password"
        value={values.password}
        onChange={change('password')}
        error={errors.password}
        description={errors.password ? undefined : t('setup.password.help')}
        autoComplete="new-password"
      />
      <TextField
        label={t('setup.workspace')}
        need="optional"
        name="workspace"
        value={values.workspace}
        onChange={change('workspace')}
        error={errors.workspace}
        description={errors.workspace ? undefined : t('setup.workspace.help')}
        placeholder={t('setup.workspace.example')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck="false"
      />
      <p className={styles.error} role="alert">
        {failure}
      </p>
      <Button type="submit" variant="primary" isPending={isPending} className={styles.submit}>
        {t(isPending ? 'setup.sending' : 'setup.send')}
      </Button>
    </form>
  )
}
