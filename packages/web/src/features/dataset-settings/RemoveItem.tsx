import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { showError } from '../../api/error-to-notice.ts'
import { t } from '../../i18n/areas/settings.ts'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { toasts } from '../../ui/toast/toast-queue.ts'

export interface RemoveItemProps {
  /** A sentence about what happens to the records. */
  consequence: string
  /** Resolves when the server has removed the item. */
  onRemove: () => Promise<unknown>
}

/** A button that removes an item from the dataset after confirmation. A failure is shown, and the item stays. */
export function RemoveItem({ label, consequence, onRemove }: RemoveItemProps & { label: string }) {
  const [isAsking, setAsking] = useState(false)
  const [isPending, setPending] = useState(false)
  const remove = async () => {
    setPending(true)
    try {
      await onRemove()
      toasts.notify({ type: 'success', message: t('settings.removed', { label }) })
    } catch (error) {
      showError(error)
      setPending(false)
      setAsking(false)
    }
  }
  return (
    <>
      <IconButton icon={Trash2} label={t('settings.remove', { label })} onPress={() => setAsking(true)} />
      {isAsking && (
        <ConfirmDialog
          title={t('settings.removeTitle', { label })}
          action={t('settings.removeAction')}
          isPending={isPending}
          onConfirm={() => void remove()}
          onClose={() => setAsking(false)}
        >
          {consequence}
        </ConfirmDialog>
      )}
    </>
  )
}
