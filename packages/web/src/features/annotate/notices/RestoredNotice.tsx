import { t } from '../../../i18n/areas/notices.ts'
import { formatRelative } from '../../../i18n/format.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { isModified } from '../../feedback/answers/form-state.ts'
import type { Work } from '../use-work.ts'
import styles from './notices.module.css'

/**
 * Says that unsaved edits of an earlier visit were restored, and lets the user discard them. Renders nothing when
 * there are none.
 */
export function RestoredNotice({ work: { form, record, memory } }: { work: Work }) {
  if (!form || !record || form.restoredAt === undefined || !isModified(form.form)) return null
  const drop = () => {
    memory.edits.forget(record.id)
    form.reopen()
  }
  return (
    <div className={styles.notice} role="status">
      <p>{t('annotate.restored', { when: formatRelative(new Date(form.restoredAt)) })}</p>
      <Button size="small" onPress={drop}>
        {t('annotate.restored.drop')}
      </Button>
    </div>
  )
}
