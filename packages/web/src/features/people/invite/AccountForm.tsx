import { fullNameOf } from '@postil/domain/people/full-name'
import { isForAllWorkspaces } from '@postil/domain/permissions'
import { type FormEvent, useRef, useState } from 'react'
import { createPerson } from '../../../api/account/people.ts'
import { t } from '../../../i18n/areas/team/people.ts'
import { useOfflineReason } from '../../../ui/browser/use-offline-reason.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { RadioGroup } from '../../../ui/controls/RadioGroup.tsx'
import { TextField } from '../../../ui/controls/TextField.tsx'
import { checkNewPassword, checkUsername } from '../../session/check-account.ts'
import { NewPasswordField, NewUsernameField } from '../../session/new-account-fields.tsx'
import { useCheckedForm } from '../../session/use-checked-form.ts'
import peopleStyles from '../people.module.css'
import { initialRights, RightsFields } from '../RightsFields.tsx'
import { useChange, type Workspace } from '../use-people.ts'
import styles from './InvitePanel.module.css'
import { JoinLinkBox } from './JoinLinkBox.tsx'

interface AccountFormProps {
  workspaces: readonly Workspace[]
  /** Whether an account has been created, about which the form tells. */
  onMade: (isMade: boolean) => void
  onClose: () => void
}

const EMPTY = { username: '', first_name: '', last_name: '', password: '' }

/** Creates an account. Its password is typed here, or set by the person with a link that is shown once. */
export function AccountForm({ workspaces, onMade, onClose }: AccountFormProps) {
  const [values, setValues] = useState(EMPTY)
  const [rights, setRights] = useState(initialRights(workspaces))
  const [way, setWay] = useState<'link' | 'typed'>('link')
  const [taken, setTaken] = useState<string>()
  const nameBox = useRef<HTMLInputElement>(null)
  const [made, setMade] = useState<Awaited<ReturnType<typeof createPerson>>>()
  const offlineReason = useOfflineReason()
  const change = (name: keyof typeof EMPTY) => (text: string) => setValues((known) => ({ ...known, [name]: text }))
  const { username, password } = values
  const seesNothing = !isForAllWorkspaces(rights.role) && rights.workspaceIds.length === 0
  const names = { first_name: values.first_name.trim(), last_name: values.last_name.trim() || null }

  const create = useChange({
    run: async () => {
      const { role, workspaceIds } = rights
      const body = { username, ...names, role, workspace_ids: isForAllWorkspaces(role) ? [] : [...workspaceIds] }
      setMade(await createPerson({ ...body, password: way === 'typed' ? password : null }))
    },
    onDone: () => onMade(true),
    onTaken: () => {
      setTaken(username)
      nameBox.current?.focus()
    },
  })
  const { form, errors, check, reset } = useCheckedForm({
    username: username === taken ? t('people.account.taken') : checkUsername(username),
    first_name: names.first_name === '' ? t('people.names.missing') : undefined,
    password: way === 'typed' ? checkNewPassword(password) : undefined,
  })

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (check() && !create.isPending) create.mutate()
  }
  const again = () => {
    setMade(undefined)
    onMade(false)
    setValues(EMPTY)
    reset()
  }

  if (made)
    return (
      <>
        <section>
          <p role="status">
            {t(made.link ? 'people.account.sendLink' : 'people.account.sendPassword', {
              name: fullNameOf(made),
              username: made.username,
            })}
          </p>
          {seesNothing && <p className="note">{t('people.account.noWorkspaceMade')}</p>}
          {made.link && <JoinLinkBox link={made.link} />}
        </section>
        <footer className={styles.foot}>
          <Button onPress={again}>{t('people.account.another')}</Button>
          <Button variant="primary" onPress={onClose} autoFocus={!made.link}>
            {t('people.invite.done')}
          </Button>
        </footer>
      </>
    )
  return (
    <form className={peopleStyles.form} onSubmit={handleSubmit} noValidate ref={form}>
      <NewUsernameField
        value={username}
        onChange={change('username')}
        error={errors.username}
        autoComplete="off"
        ref={nameBox}
      />
      <TextField
        label={t('people.names.first')}
        name="first_name"
        value={values.first_name}
        onChange={change('first_name')}
        error={errors.first_name}
        autoComplete="off"
      />
      <TextField
        label={t('people.names.last')}
        need="optional"
        name="last_name"
        value={values.last_name}
        onChange={change('last_name')}
        autoComplete="off"
      />
      <RightsFields
        workspaces={workspaces}
        value={rights}
        onChange={setRights}
        isDisabled={false}
        error={undefined}
        note={seesNothing ? t('people.account.noWorkspace') : undefined}
      />
      <RadioGroup
        label={t('session.password')}
        choices={[
          { value: 'link', label: t('people.account.byLink') },
          { value: 'typed', label: t('people.account.byTyping') },
        ]}
        value={way}
        onChange={setWay}
      />
      {way === 'typed' && (
        <NewPasswordField
          label={t('people.account.password')}
          value={password}
          onChange={change('password')}
          error={errors.password}
        />
      )}
      <Button type="submit" variant="primary" isPending={create.isPending} disabledReason={offlineReason}>
        {t('people.account.create')}
      </Button>
    </form>
  )
}
