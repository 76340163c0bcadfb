import { t } from '../../../i18n/areas/classic/ask.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import type { Question } from '../state/use-explore.ts'

/** Asks for confirmation before many records are changed at once. */
export function AskDialog({ question, onClose }: { question: Question; onClose: () => void }) {
  const { what, label = '', count, matching, go } = question
  return (
    <Dialog
      title={t(`explore.ask.${what}`, { count, label })}
      isOpen
      isAlert
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{t('explore.ask.cancel')}</Button>
          <Button
            variant="primary"
            autoFocus
            onPress={() => {
              go()
              onClose()
            }}
          >
            {t(`explore.ask.go.${what}`)}
          </Button>
        </>
      }
    >
      {matching === undefined
        ? t('explore.ask.text')
        : matching > count
          ? t('explore.ask.most', { count, total: matching })
          : t('explore.ask.all', { count })}
    </Dialog>
  )
}
