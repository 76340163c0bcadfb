import { t } from '../../../i18n/areas/classic/not-saved.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { toasts } from '../../../ui/toast/toast-queue.ts'
import type { Problem } from '../state/saving.ts'
import styles from './Conflicts.module.css'

interface ConflictsProps {
  /** Changes of records on this page that others changed first. */
  here: readonly Problem[]
  /** The same of records that are not on this page. */
  elsewhere: readonly Problem[]
  /** Search for the records of a text query. */
  onFind: (text: string) => void
  onMine: (chosen: readonly Problem[]) => void
  onTheirs: (chosen: readonly Problem[]) => void
}

/** Decide at once about several records that others changed first, such as those of a bulk action, also on other pages. */
export function Conflicts({ here, elsewhere, onFind, onMine, onTheirs }: ConflictsProps) {
  const all = [...here, ...elsewhere]
  const isOne = all.length === 1
  const handleTheirs = () => {
    onTheirs(all)
    const action = { label: t('notSaved.mine'), run: () => onMine(all) }
    toasts.notify({ message: t('conflicts.kept', { count: all.length }), type: 'info', action })
  }
  const words = [
    here.length > 0 && t('conflicts', { count: here.length }),
    elsewhere.length > 0 && t(here.length > 0 ? 'conflicts.more' : 'conflicts.elsewhere', { count: elsewhere.length }),
  ]
  return (
    <section className={styles.bar} aria-label={t('conflicts.label')}>
      <p>{words.filter(Boolean).join(' ')}</p>
      <span className={styles.actions}>
        {elsewhere.length > 0 && (
          <Button size="small" onPress={() => onFind(queryOf(elsewhere))}>
            {t('conflicts.show')}
          </Button>
        )}
        <Button size="small" onPress={() => onMine(all)}>
          {t(isOne ? 'notSaved.mine' : 'conflicts.mine')}
        </Button>
        <Button size="small" onPress={handleTheirs}>
          {t(isOne ? 'notSaved.theirs' : 'conflicts.theirs')}
        </Button>
      </span>
    </section>
  )
}

/** Longer queries do not fit in every address; those left out are shown once the others are decided. */
const QUERY_CHARS = 2000

/** A text query for the records by their ids. */
function queryOf(problems: readonly Problem[]): string {
  const [first = '', ...others] = problems.map(({ edit }) => `id:${JSON.stringify(String(edit.record.id))}`)
  return others.reduce((query, one) => (query.length < QUERY_CHARS ? `${query} OR ${one}` : query), first)
}
