import { useBlocker } from 'react-router'
import { t } from '../../i18n/areas/settings.ts'
import { useStayOpen } from '../../ui/browser/use-stay-open.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import styles from './DatasetSettings.module.css'
import { type SettingsTab, useEdits } from './edits.tsx'
import { useShowSaveError } from './use-item.ts'

/** Navigation state that skips the guard: the dataset is gone, so its unsaved edits cannot be saved. */
export const LEAVE_FREELY = { isLeavingFreely: true } as const

/**
 * Asks for confirmation while there are unsaved edits: by the browser before the tab is closed, by a dialog before
 * the page is left.
 */
export function LeaveGuard({ onStay }: { onStay?: (tab: SettingsTab) => void }) {
  const { edits } = useEdits()
  const showSaveError = useShowSaveError()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      edits.size > 0 && currentLocation.pathname !== nextLocation.pathname && !nextLocation.state?.isLeavingFreely,
  )
  useStayOpen(edits.size > 0)

  if (blocker.state !== 'blocked') return null
  const changed = [...edits.values()]
  const handleStay = () => {
    blocker.reset()
    const [first] = changed
    if (first?.tab) onStay?.(first.tab)
  }
  const handleSave = async () => {
    for (const edit of changed) {
      try {
        await edit.save()
      } catch (error) {
        blocker.reset()
        if (edit.tab) onStay?.(edit.tab)
        showSaveError(error, edit.label)
        return
      }
    }
    blocker.proceed()
  }
  return (
    <Dialog
      title={t('settings.leaveTitle')}
      isOpen
      isAlert
      onClose={handleStay}
      footer={
        <>
          <Button onPress={handleStay} autoFocus>
            {t('settings.stay')}
          </Button>
          <Button variant="danger" onPress={() => blocker.proceed()}>
            {t('settings.discard')}
          </Button>
          <Button
            variant="primary"
            onPress={() => void handleSave()}
            disabledReason={changed.every((edit) => edit.isValid) ? undefined : t('settings.invalid')}
          >
            {t('settings.saveAll')}
          </Button>
        </>
      }
    >
      <p>{t('settings.leaveText')}</p>
      <ul className={styles.changed}>
        {changed.map((edit) => (
          <li key={edit.label}>{edit.label}</li>
        ))}
      </ul>
    </Dialog>
  )
}
