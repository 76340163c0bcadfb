import { useMutation } from '@tanstack/react-query'
import { type ApiKey, revokeApiKey } from '../../api/account.ts'
import { t } from '../../i18n/user-settings.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { toasts } from '../../ui/toast/toast-queue.ts'

interface RevokeKeyDialogProps {
  apiKey: ApiKey
  onClose: () => void
  onRevoked: (key: ApiKey) => void
}

/** Asks before a key is taken back: whatever uses it stops working. */
export function RevokeKeyDialog({ apiKey, onClose, onRevoked }: RevokeKeyDialogProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => revokeApiKey(apiKey.id),
    onSuccess: () => {
      toasts.notify({ type: 'success', message: t('userSettings.keys.revoked', { name: apiKey.name }) })
      onRevoked(apiKey)
    },
    onSettled: onClose,
  })
  return (
    <ConfirmDialog
      title={t('userSettings.keys.revokeTitle')}
      action={t('userSettings.keys.revoke')}
      isPending={isPending}
      onConfirm={() => mutate()}
      onClose={onClose}
    >
      {t('userSettings.keys.revokeText', { name: apiKey.name, last: apiKey.last_four })}
    </ConfirmDialog>
  )
}
