import { withdrawInvitation } from '../../../api/account/people.ts'
import { t } from '../../../i18n/areas/team/people.ts'
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx'
import { useChange } from '../use-people.ts'

interface WithdrawDialogProps {
  invitationId: string
  onWithdrawn?: () => void
  onClose: () => void
}

/** Asks for confirmation before an invitation is withdrawn: its link stops working. */
export function WithdrawDialog({ invitationId, onWithdrawn, onClose }: WithdrawDialogProps) {
  const { mutate, isPending } = useChange({
    run: () => withdrawInvitation(invitationId).finally(onClose),
    message: t('people.invite.withdrawn'),
    gone: t('people.invite.gone'),
    onDone: onWithdrawn,
  })
  return (
    <ConfirmDialog
      title={t('people.invite.withdraw.title')}
      action={t('people.invite.withdraw')}
      isPending={isPending}
      onConfirm={() => mutate()}
      onClose={onClose}
    >
      {t('people.invite.withdraw.text')}
    </ConfirmDialog>
  )
}
