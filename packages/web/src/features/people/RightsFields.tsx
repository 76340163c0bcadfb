import { isForAllWorkspaces, mayInvite, ROLES_BY_RIGHTS } from '@postil/domain/permissions'
import { useState } from 'react'
import type { Person } from '../../api/account/people.ts'
import { t } from '../../i18n/areas/team/people.ts'
import { Checkbox } from '../../ui/controls/Checkbox.tsx'
import { FindField } from '../../ui/controls/FindField.tsx'
import { RadioGroup } from '../../ui/controls/RadioGroup.tsx'
import { useUser } from '../session/session.ts'
import peopleStyles from './people.module.css'
import { ROLE_WORDS } from './person.ts'
import styles from './RightsFields.module.css'
import type { Workspace } from './use-people.ts'

const ROLE_DOES = {
  annotator: t('people.role.annotator.does'),
  admin: t('people.role.admin.does'),
  owner: t('people.role.owner.does'),
}

/** With at least this many workspaces there is a search box. */
const SEARCH_FROM = 8

export interface Rights {
  role: Person['role']
  workspaceIds: readonly string[]
}

/** The rights at first: those of an annotator, in the only workspace if there is one. */
export function initialRights(workspaces: readonly Workspace[]): Rights {
  return { role: 'annotator', workspaceIds: workspaces.length === 1 ? workspaces.map(({ id }) => id) : [] }
}

interface RightsFieldsProps {
  workspaces: readonly Workspace[]
  value: Rights
  onChange: (rights: Rights) => void
  isDisabled: boolean
  /** Why the choice of workspaces is not accepted. */
  error: string | undefined
  /** What the choice of workspaces means. */
  note?: string | undefined
}

/** The role and the workspaces of somebody new. */
export function RightsFields({ workspaces, value, onChange, isDisabled, error, note }: RightsFieldsProps) {
  const user = useUser()
  const [typed, setTyped] = useState('')
  const { role, workspaceIds: chosen } = value
  const roles = ROLES_BY_RIGHTS.filter((one) => mayInvite(user, one, [true]))
  const word = typed.trim().toLowerCase()
  const choose = (id: string, isOn: boolean) =>
    onChange({ role, workspaceIds: isOn ? [...chosen, id] : chosen.filter((one) => one !== id) })
  return (
    <>
      <div className={styles.roles}>
        <RadioGroup
          label={t('people.invite.role')}
          choices={roles.map((one) => ({
            value: one,
            label: (
              <span className={styles.role}>
                <strong>{ROLE_WORDS[one]}</strong> <span>{ROLE_DOES[one]}</span>
              </span>
            ),
          }))}
          value={role}
          onChange={(next) => onChange({ role: next, workspaceIds: chosen })}
          isDisabled={isDisabled}
        />
      </div>
      {!isForAllWorkspaces(role) && (
        <fieldset className={peopleStyles.choices} disabled={isDisabled}>
          <legend>{t('people.invite.workspaces')}</legend>
          {workspaces.length >= SEARCH_FROM && (
            <FindField label={t('people.workspace.find')} value={typed} onChange={setTyped} className={styles.find} />
          )}
          <div className={styles.workspaces}>
            {workspaces
              .filter(({ name }) => name.includes(word))
              .map(({ id, name }) => (
                <Checkbox
                  key={id}
                  isSelected={chosen.includes(id)}
                  isDisabled={isDisabled}
                  onChange={(isOn) => choose(id, isOn)}
                >
                  {name}
                </Checkbox>
              ))}
          </div>
          <p role="status" className={styles.note}>
            {note}
          </p>
          {error && (
            <p role="alert" className={peopleStyles.failed}>
              {error}
            </p>
          )}
        </fieldset>
      )}
    </>
  )
}
