import { t } from '../../i18n/bulk.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import type { Bulk } from './use-bulk.ts'

/** Asks before all that match are answered: what will be done, and to how many. */
export function ConfirmAll({ bulk: { toConfirm: status, targetCount: count, isFilling, confirm } }: { bulk: Bulk }) {
  return (
    <Dialog
      title={t('bulk.confirm.title', { count })}
      isOpen={status !== undefined}
      onClose={() => confirm(false)}
      width={440}
      footer={
        status && (
          <>
            <Button onPress={() => confirm(false)}>{t('ui.cancel')}</Button>
            <Button variant="primary" autoFocus onPress={() => confirm(true)}>
              {t(`bulk.confirm.do.${status}`, { count })}
            </Button>
          </>
        )
      }
    >
      {status && (
        <p>
          {t(`bulk.confirm.${status}`, { count })} {isFilling && t('bulk.confirm.fill')} {t('bulk.confirm.undo')}
        </p>
      )}
    </Dialog>
  )
}
