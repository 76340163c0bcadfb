import { can } from '@postil/domain/permissions'
import { X } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { type InvitationWithLink, invite, type Person } from '../../api/account/people.ts'
import { t } from '../../i18n/areas/team/people.ts'
import { useOfflineReason } from '../../ui/browser/use-offline-reason.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Checkbox } from '../../ui/controls/Checkbox.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { RadioGroup } from '../../ui/controls/RadioGroup.tsx'
import { TextField } from '../../ui/controls/TextField.tsx'
import { useUser } from '../session/session.ts'
import { JoinLinkBox } from './JoinLinkBox.tsx'
import styles from './PeoplePage.module.css'
import { ROLE_WORDS, ROLES } from './person.ts'
import { useChange, type Workspace } from './use-people.ts'
import { WithdrawDialog } from './WithdrawDialog.tsx'

interface InvitePanelProps {
  workspaces: readonly Workspace[]
  onClose: () => void
}

const ROLE_DOES = {
  annotator: t('people.role.annotator.does'),
  admin: t('people.role.admin.does'),
  owner: t('people.role.owner.does'),
}

/** A panel beside the list that creates an invitation and shows its link once. */
export function InvitePanel({ workspaces, onClose }: InvitePanelProps) {
  const user = useUser()
  const titleId = useId()
  const [name, setName] = useState('')
  const [role, setRole] = useState<Person['role']>('annotator')
  const [chosen, setChosen] = useState<readonly string[]>(workspaces.length === 1 ? workspaces.map(({ id }) => id) : [])
  const [isTried, setTried] = useState(false)
  const [made, setMade] = useState<InvitationWithLink>()
  const offlineReason = useOfflineReason()
  const make = useChange({
    run: async () => setMade(await invite({ first_name: name.trim() || undefined, role, workspace_ids: [...chosen] })),
  })
  const [isWithdrawing, setWithdrawing] = useState(false)
  const isMissing = role !== 'owner' && chosen.length === 0
  const roles = ROLES.filter((one) => one === 'annotator' || can(user, 'users.manage'))

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!isMissing && !make.isPending && !made) make.mutate()
  }
  const again = () => {
    setMade(undefined)
    setName('')
    setTried(false)
  }
  const handleKey = (event: React.KeyboardEvent) => {
    if (event.key === 'Escape') onClose()
  }
  return (
    <>
      <aside className={styles.panel} aria-labelledby={titleId} onKeyDown={handleKey}>
        <header className={styles.panelHead}>
          <h2 id={titleId}>{t('people.invite.title')}</h2>
          <IconButton icon={X} label={t('ui.close')} onPress={onClose} />
        </header>
        <form className={styles.form} onSubmit={handleSubmit} noValidate>
          <TextField
            label={t('people.invite.name')}
            need="optional"
            value={name}
            onChange={setName}
            isDisabled={made !== undefined}
            autoComplete="off"
            autoFocus
          />
          <RadioGroup
            label={t('people.invite.role')}
            choices={roles.map((one) => ({ value: one, label: `${ROLE_WORDS[one]}: ${ROLE_DOES[one]}` }))}
            value={role}
            onChange={setRole}
            isDisabled={made !== undefined}
          />
          {role !== 'owner' && (
            <fieldset className={styles.choices} disabled={made !== undefined}>
              <legend>{t('people.invite.workspaces')}</legend>
              {workspaces.map(({ id, name: label }) => (
                <Checkbox
                  key={id}
                  isSelected={chosen.includes(id)}
                  isDisabled={made !== undefined}
                  onChange={(isOn) => setChosen(isOn ? [...chosen, id] : chosen.filter((one) => one !== id))}
                >
                  {label}
                </Checkbox>
              ))}
              {isTried && isMissing && (
                <p role="alert" className={styles.failed}>
                  {t('people.invite.workspaces.needed')}
                </p>
              )}
            </fieldset>
          )}
          {!made && (
            <Button type="submit" variant="primary" isPending={make.isPending} disabledReason={offlineReason}>
              {t('people.invite.make')}
            </Button>
          )}
        </form>
        {made && (
          <>
            <h3 className={styles.subtitle}>{t('people.invite.link')}</h3>
            <JoinLinkBox link={made} />
            <footer className={styles.panelFoot}>
              <Button onPress={() => setWithdrawing(true)}>{t('people.invite.withdraw')}</Button>
              <Button onPress={again}>{t('people.invite.another')}</Button>
              <Button variant="primary" onPress={onClose}>
                {t('people.invite.done')}
              </Button>
            </footer>
          </>
        )}
      </aside>
      {made && isWithdrawing && (
        <WithdrawDialog
          invitationId={made.id}
          onWithdrawn={() => setMade(undefined)}
          onClose={() => setWithdrawing(false)}
        />
      )}
    </>
  )
}
