import { t } from '../../i18n/index.ts'
import { Button } from '../controls/Button.tsx'
import { Dialog } from './Dialog.tsx'

interface LossDialogProps {
  title: string
  /** What would be lost. */
  text: string
  /** The text of the button that goes on. */
  action: string
  onGo: () => void
  onStay: () => void
}

/** Asks whether to do what loses something. */
export function LossDialog({ title, text, action, onGo, onStay }: LossDialogProps) {
  return (
    <Dialog
      isOpen
      isAlert
      title={title}
      onClose={onStay}
      footer={
        <>
          <Button variant="danger" onPress={onGo}>
            {action}
          </Button>
          <Button variant="primary" autoFocus onPress={onStay}>
            {t('ui.stay')}
          </Button>
        </>
      }
    >
      <p>{text}</p>
    </Dialog>
  )
}
