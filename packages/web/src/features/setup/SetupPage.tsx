import { LIMITS, PATTERNS } from '@postil/contract/limits'
import { ApiError } from '@postil/sdk/errors'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { completeSetup, fetchIsSetupPending } from '../../api/account/setup.ts'
import { SILENT } from '../../api/query-client.ts'
import { reasonOf } from '../../api/reason-of.ts'
import { t } from '../../i18n/areas/setup.ts'
import { TextField } from '../../ui/controls/TextField.tsx'
import { checkNewPassword, checkUsername } from '../session/check-account.ts'
import { EntryForm } from '../session/EntryForm.tsx'
import styles from '../session/EntryFrame.module.css'
import { EntryFrame } from '../session/EntryFrame.tsx'
import { NewPasswordField, NewUsernameField } from '../session/new-account-fields.tsx'
import type { FieldErrors } from '../session/use-checked-form.ts'

/** `/setup?token=…`: the link that a new server prints. It can be used once, to create the first owner. */
export function SetupPage() {
  const [params] = useSearchParams()
  const token = params.get('token') ?? ''
  const { data: isPending } = useQuery({ queryKey: ['setup'], queryFn: fetchIsSetupPending, meta: SILENT })

  // Until the datasets have come, the form stays.
  const [isEntered, setEntered] = useState(false)

  if (isPending === false && !isEntered) {
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
      <SetupForm token={token} onEntered={() => setEntered(true)} />
    </EntryFrame>
  )
}

/** The values of the form, as typed. */
interface SetupValues {
  username: string
  password: string
  workspace: string
}

const EMPTY: SetupValues = { username: '', password: '', workspace: '' }

/** The form that creates the first owner. */
function SetupForm({ token, onEntered }: { token: string; onEntered: () => void }) {
  const [values, setValues] = useState(EMPTY)
  const queryClient = useQueryClient()
  const change = (name: keyof SetupValues) => (text: string) => setValues((known) => ({ ...known, [name]: text }))
  const { username, password, workspace } = values
  const send = async () => {
    await completeSetup({ token, username, password, workspace: workspace === '' ? undefined : workspace })
    return username
  }

  return (
    <EntryForm
      password={password}
      errors={checkSetup(values)}
      send={send}
      wordsFor={wordsForSetupFailure}
      onEntered={() => {
        onEntered()
        queryClient.setQueryData(['setup'], false)
      }}
      label={t('setup.send')}
      pendingLabel={t('setup.sending')}
    >
      {(errors) => (
        <>
          <NewUsernameField value={username} onChange={change('username')} error={errors.username} />
          <NewPasswordField value={password} onChange={change('password')} error={errors.password} />
          <TextField
            label={t('setup.workspace')}
            need="optional"
            name="workspace"
            value={workspace}
            onChange={change('workspace')}
            error={errors.workspace}
            description={errors.workspace ? undefined : t('setup.workspace.help')}
            placeholder={t('setup.workspace.example')}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck="false"
          />
        </>
      )}
    </EntryForm>
  )
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
function wordsForSetupFailure(failure: unknown): string {
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
