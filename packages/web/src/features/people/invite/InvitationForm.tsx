import { isForAllWorkspaces } from '@postil/domain/permissions'
import { type FormEvent, useState } from 'react'
import { type InvitationWithLink, invite } from '../../../api/account/people.ts'
import { t } from '../../../i18n/areas/team/people.ts'
import { useOfflineReason } from '../../../ui/browser/use-offline-reason.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { TextField } from '../../../ui/controls/TextField.tsx'
import { WithdrawDialog } from '../dialogs/WithdrawDialog.tsx'
import styles from '../PeoplePage.module.css'
import { initialRights, RightsFields } from '../RightsFields.tsx'
import { useChange, type Workspace } from '../use-people.ts'
import { JoinLinkBox } from './JoinLinkBox.tsx'

interface InvitationFormProps {
  workspaces: readonly Workspace[]
  /** Whether an invitation has been made, whose link is shown. */
  onMade: (isMade: boolean) => void
  onClose: () => void
}

/** Creates an invitation and shows its link once. */
export function InvitationForm({ workspaces, onMade, onClose }: InvitationFormProps) {
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
            <h3 className={styles.subtitle}>{t('people.invite.link')}</h3>
            <JoinLinkBox link={made} />
          </section>
          <footer className={styles.panelFoot}>
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
