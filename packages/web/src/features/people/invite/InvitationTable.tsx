import { useState } from 'react'
import { type Invitation, type InvitationWithLink, renewInvitation } from '../../../api/account/people.ts'
import { parseServerTime } from '../../../api/server-time.ts'
import { t } from '../../../i18n/areas/team/people.ts'
import { formatDateTime } from '../../../i18n/index.ts'
import { useFocusInPlace } from '../../../ui/browser/use-focus-in-place.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Chip } from '../../../ui/controls/Chip.tsx'
import { Cell, HeaderCell, Row, Table } from '../../../ui/display/Table.tsx'
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx'
import { LinkDialog } from '../dialogs/LinkDialog.tsx'
import { WithdrawDialog } from '../dialogs/WithdrawDialog.tsx'
import styles from '../PeopleTable.module.css'
import peopleStyles from '../people.module.css'
import { ROLE_WORDS } from '../person.ts'
import { useChange, type Workspace } from '../use-people.ts'

interface InvitationTableProps {
  invitations: readonly Invitation[]
  workspaces: readonly Workspace[]
}

/** Invitations that are not used yet. */
export function InvitationTable({ invitations, workspaces }: InvitationTableProps) {
  const [renewed, setRenewed] = useState<InvitationWithLink>()
  const renew = useChange<string>({
    run: async (id) => setRenewed(await renewInvitation(id)),
    gone: t('people.invite.gone'),
  })
  const [renewing, setRenewing] = useState<string>()
  const [withdrawing, setWithdrawing] = useState<string>()
  const shown = invitations.map((one) => ({ ...one, name: one.first_name ?? t('people.invite.someone') }))
  const nameOf = new Map(workspaces.map(({ id, name }) => [id, name]))
  const [box, keepPlace] = useFocusInPlace(invitations, 'tbody button:last-child')
  const askToWithdraw = (id: string, place: number) => {
    keepPlace(place)
    setWithdrawing(id)
  }
  if (invitations.length === 0)
    return (
      <div ref={box} tabIndex={-1}>
        <p className={peopleStyles.quiet}>{t('people.invite.none')}</p>
      </div>
    )
  return (
    <div ref={box}>
      <Table label={t('people.invitations')} className={styles.table}>
        <thead>
          <tr>
            <HeaderCell>{t('people.column.name')}</HeaderCell>
            <HeaderCell>{t('people.column.role')}</HeaderCell>
            <HeaderCell>{t('people.column.workspaces')}</HeaderCell>
            <HeaderCell>{t('people.invite.by')}</HeaderCell>
            <HeaderCell>{t('people.invite.until')}</HeaderCell>
            <HeaderCell>
              <span className="visuallyHidden">{t('people.column.actions')}</span>
            </HeaderCell>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ id, name, role, workspace_ids, invited_by, expires_at }, place) => (
            <Row key={id}>
              <Cell>{name}</Cell>
              <Cell data-label={t('people.column.role')}>{ROLE_WORDS[role]}</Cell>
              <Cell data-label={t('people.column.workspaces')}>
                <span className={styles.chips}>
                  {workspace_ids.map((workspaceId) => (
                    <Chip key={workspaceId}>{nameOf.get(workspaceId) ?? '–'}</Chip>
                  ))}
                </span>
              </Cell>
              <Cell data-label={t('people.invite.by')}>{invited_by}</Cell>
              <Cell data-label={t('people.invite.until')}>{formatDateTime(parseServerTime(expires_at))}</Cell>
              <Cell>
                <span className={styles.rowActions}>
                  <Button
                    size="small"
                    aria-label={t('people.invite.renewOf', { name })}
                    onPress={() => setRenewing(id)}
                  >
                    {t('people.invite.renew')}
                  </Button>
                  <Button
                    size="small"
                    variant="danger"
                    aria-label={t('people.invite.withdrawOf', { name })}
                    onPress={() => askToWithdraw(id, place)}
                  >
                    {t('people.invite.withdraw')}
                  </Button>
                </span>
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
      {withdrawing && <WithdrawDialog invitationId={withdrawing} onClose={() => setWithdrawing(undefined)} />}
      {renewing && (
        <ConfirmDialog
          title={t('people.invite.renew.ask')}
          action={t('people.invite.renew')}
          onConfirm={() => renew.mutate(renewing)}
          onClose={() => setRenewing(undefined)}
        >
          {t('people.invite.renew.text')}
        </ConfirmDialog>
      )}
      {renewed && (
        <LinkDialog link={renewed} title={t('people.invite.renew.title')} onClose={() => setRenewed(undefined)} />
      )}
    </div>
  )
}
