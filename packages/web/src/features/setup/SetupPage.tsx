import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { completeSetup, fetchIsSetupPending } from '../../api/account/setup.ts'
import { SILENT } from '../../api/query-client.ts'
import { t } from '../../i18n/areas/setup.ts'
import { TextField } from '../../ui/controls/TextField.tsx'
import { EntryForm } from '../session/EntryForm.tsx'
import styles from '../session/EntryFrame.module.css'
import { EntryFrame } from '../session/EntryFrame.tsx'
import { NewPasswordField, NewUsernameField } from '../session/new-account-fields.tsx'
import { checkSetup, type SetupValues, wordsForSetupFailure } from './setup-form.ts'

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
