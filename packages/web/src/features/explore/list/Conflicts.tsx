import { t } from '../../../i18n/areas/explore.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import type { Problem } from '../state/use-saving.ts'
import styles from './Conflicts.module.css'

interface ConflictsProps {
  /** What was not saved of the records on the page. */
  problems: readonly Problem[]
  onMine: (chosen: readonly Problem[]) => void
  onTheirs: (chosen: readonly Problem[]) => void
}

/** Decide at once about several records that others changed first, such as those of a bulk action. */
export function Conflicts({ problems, onMine, onTheirs }: ConflictsProps) {
  const changed = problems.filter(({ isAnsweredElsewhere }) => isAnsweredElsewhere === true)
  if (changed.length < 2) return null
  return (
    <section className={styles.bar} aria-label={t('explore.conflicts.label')}>
      <p>{t('explore.conflicts', { count: changed.length })}</p>
      <span className={styles.actions}>
        <Button size="small" onPress={() => onMine(changed)}>
          {t('explore.conflicts.mine')}
        </Button>
        <Button size="small" onPress={() => onTheirs(changed)}>
          {t('explore.conflicts.theirs')}
        </Button>
      </span>
    </section>
  )
}
