import { t } from '../../../i18n/areas/classic/not-saved.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { toasts } from '../../../ui/toast/toast-queue.ts'
import styles from './Conflicts.module.css'

interface ConflictsProps {
  /** How many records others changed first. */
  count: number
  onMine: () => void
  onTheirs: () => void
}

/** Decide at once about several records that others changed first, such as those of a bulk action. */
export function Conflicts({ count, onMine, onTheirs }: ConflictsProps) {
  const handleTheirs = () => {
    onTheirs()
    const action = { label: t('notSaved.mine'), run: onMine }
    toasts.notify({ message: t('conflicts.kept', { count }), type: 'info', action })
  }
  return (
    <section className={styles.bar} aria-label={t('conflicts.label')}>
      <p>{t('conflicts', { count })}</p>
      <span className={styles.actions}>
        <Button size="small" onPress={onMine}>
          {t('conflicts.mine')}
        </Button>
        <Button size="small" onPress={handleTheirs}>
          {t('conflicts.theirs')}
        </Button>
      </span>
    </section>
  )
}
