import { t } from '../../../i18n/areas/team/people.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import { type JoinLink, JoinLinkBox } from '../invite/JoinLinkBox.tsx'

interface LinkDialogProps {
  link: JoinLink
  title: string
  text?: string
  onClose: () => void
}

/** Shows a new link; it cannot be shown again. */
export function LinkDialog({ link, title, text, onClose }: LinkDialogProps) {
  return (
    <Dialog
      title={title}
      isOpen
      isAlert
      onClose={onClose}
      footer={
        <Button variant="primary" onPress={onClose}>
          {t('people.invite.done')}
        </Button>
      }
    >
      {text && <p>{text}</p>}
      <JoinLinkBox link={link} />
    </Dialog>
  )
}
