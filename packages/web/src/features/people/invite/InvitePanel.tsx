import { can } from '@postil/domain/permissions'
import { X } from 'lucide-react'
import { useId, useState } from 'react'
import { t } from '../../../i18n/areas/team/people.ts'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { Segmented } from '../../../ui/controls/Segmented.tsx'
import { useUser } from '../../session/session.ts'
import styles from '../PeoplePage.module.css'
import type { Workspace } from '../use-people.ts'
import { AccountForm } from './AccountForm.tsx'
import { InvitationForm } from './InvitationForm.tsx'

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
      <header className={styles.panelHead}>
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
