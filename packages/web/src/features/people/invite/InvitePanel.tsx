import { can, isForAllWorkspaces } from '@postil/domain/permissions'
import { X } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { type InvitationWithLink, invite } from '../../../api/account/people.ts'
import { t } from '../../../i18n/areas/team/people.ts'
import { useOfflineReason } from '../../../ui/browser/use-offline-reason.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { Segmented } from '../../../ui/controls/Segmented.tsx'
import { TextField } from '../../../ui/controls/TextField.tsx'
import { useUser } from '../../session/session.ts'
import { WithdrawDialog } from '../dialogs/WithdrawDialog.tsx'
import peopleStyles from '../people.module.css'
import { initialRights, RightsFields } from '../RightsFields.tsx'
import { useChange, type Workspace } from '../use-people.ts'
import { AccountForm } from './AccountForm.tsx'
import styles from './InvitePanel.module.css'
import { JoinLinkBox } from './JoinLinkBox.tsx'

interface InvitePanelProps {
  workspaces: readonly Workspace[]
  onClose: () => void
}

/** A panel beside the list to invite somebody or, for owners, to create an account. */
export function InvitePanel({ workspaces, onClose }: InvitePanelProps) {
  const user = useUser()
  const titleId = useId()
  const [way, setWay] = useState<'invite' | 'account'>('invite')
  const [isMade, setMade] = useState(false)
  const handleKey = (event: React.KeyboardEvent) => {
    if (event.key === 'Escape') onClose()
  }
  const Form = way === 'invite' ? InvitationForm : AccountForm
  return (
    <aside className={styles.panel} aria-labelledby={titleId} onKeyDown={handleKey}>
      <header className={styles.head}>
        <h2 id={titleId}>{t(way === 'invite' ? 'people.invite.title' : 'people.account.title')}</h2>
        <IconButton icon={X} label={t('ui.close')} onPress={onClose} />
      </header>
      {can(user, 'users.manage') && !isMade && (
        <Segmented
          label={t('people.invite.way')}
          choices={[
            { value: 'invite', label: t('people.invite.way.link') },
            { value: 'account', label: t('people.invite.way.account') },
          ]}
          value={way}
          onChange={setWay}
        />
      )}
      <Form workspaces={workspaces} onMade={setMade} onClose={onClose} />
    </aside>
  )
}

interface InvitationFormProps {
  workspaces: readonly Workspace[]
  /** Whether an invitation has been made, whose link is shown. */
  onMade: (isMade: boolean) => void
  onClose: () => void
}

/** Creates an invitation and shows its link once. */
function InvitationForm({ workspaces, onMade, onClose }: InvitationFormProps) {
  const [name, setName] = useState('')
  const [rights, setRights] = useState(initialRights(workspaces))
  const [isTried, setTried] = useState(false)
  const [made, setMade] = useState<InvitationWithLink>()
  const [isWithdrawing, setWithdrawing] = useState(false)
  const offlineReason = useOfflineReason()
  const make = useChange({
    run: async () => {
      const { role, workspaceIds } = rights
      setMade(await invite({ first_name: name.trim() || undefined, role, workspace_ids: [...workspaceIds] }))
    },
    onDone: () => onMade(true),
  })
  const isMissing = !isForAllWorkspaces(rights.role) && rights.workspaceIds.length === 0

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!isMissing && !make.isPending && !made) make.mutate()
  }
  const again = () => {
    setMade(undefined)
    onMade(false)
    setName('')
    setTried(false)
  }
  return (
    <>
      <form className={peopleStyles.form} onSubmit={handleSubmit} noValidate>
        <TextField
          // A field of its own for each invitation, so that it gets the focus from the button that begins another.
          key={made?.id ?? ''}
          label={t('people.invite.name')}
          need="optional"
          value={name}
          onChange={setName}
          isDisabled={made !== undefined}
          autoComplete="off"
          autoFocus={!made}
        />
        <RightsFields
          workspaces={workspaces}
          value={rights}
          onChange={setRights}
          isDisabled={made !== undefined}
          error={isTried && isMissing ? t('people.invite.workspaces.needed') : undefined}
        />
        {!made && (
          <Button type="submit" variant="primary" isPending={make.isPending} disabledReason={offlineReason}>
            {t('people.invite.make')}
          </Button>
        )}
      </form>
      {made && (
        <>
          <section>
            <h3 className={peopleStyles.subtitle}>{t('people.invite.link')}</h3>
            <JoinLinkBox link={made} />
          </section>
          <footer className={styles.foot}>
            <Button variant="quiet" onPress={() => setWithdrawing(true)}>
              {t('people.invite.withdraw')}
            </Button>
            <Button onPress={again}>{t('people.invite.another')}</Button>
            <Button variant="primary" onPress={onClose}>
              {t('people.invite.done')}
            </Button>
          </footer>
          {isWithdrawing && (
            <WithdrawDialog invitationId={made.id} onWithdrawn={again} onClose={() => setWithdrawing(false)} />
          )}
        </>
      )}
    </>
  )
}
