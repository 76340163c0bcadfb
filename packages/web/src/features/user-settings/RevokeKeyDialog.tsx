import { useMutation } from '@tanstack/react-query'
import { type ApiKey, revokeApiKey } from '../../api/account.ts'
import { t } from '../../i18n/user-settings.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { toasts } from '../../ui/toast/toast-queue.ts'
import { useOfflineReason } from '../../ui/use-offline-reason.ts'

interface RevokeKeyDialogProps {
  apiKey: ApiKey
  onClose: () => void
  onRevoked: (key: ApiKey) => void
}

/** Asks before a key is taken back: whatever uses it stops working. */
export function RevokeKeyDialog({ apiKey, onClose, onRevoked }: RevokeKeyDialogProps) {
  const offlineReason = useOfflineReason()
  const { mutate, isPending } = useMutation({
    mutationFn: () => revokeApiKey(apiKey.id),
    onSuccess: () => {
      toasts.notify({ type: 'success', message: t('userSettings.keys.revoked', { name: apiKey.name }) })
      onRevoked(apiKey)
    },
    onSettled: onClose,
  })
  return (
    <Dialog
      title={t('userSettings.keys.revokeTitle')}
      isOpen
      isAlert
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose} autoFocus>
            {t('ui.cancel')}
          </Button>
          <Button variant="danger" isPending={isPending} disabledReason={offlineReason} onPress={() => mutate()}>
            {t('userSettings.keys.revoke')}
          </Button>
        </>
      }
    >
      <p>{t('userSettings.keys.revokeText', { name: apiKey.name, last: apiKey.last_four })}</p>
    </Dialog>
  )
}
