import type { AnyRecordBody } from '@postil/contract/task/records'
import type { GlobalLabel } from '@postil/domain/task-editing/labels'
import { MAX_RECORDS } from '@postil/domain/task-editing/pagination'
import { isPending } from '@postil/domain/task-editing/transitions'
import { t } from '../../i18n/explore.ts'
import { formatNumber } from '../../i18n/index.ts'
import { useCommand } from '../../keyboard/use-command.ts'
import { Button } from '../../ui/Button.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import styles from './BulkBar.module.css'
import type { TaskParts } from './task-parts.ts'
import type { Explore } from './use-explore.ts'

interface BulkBarProps<Body extends AnyRecordBody> {
  explore: Explore<Body>
  parts: TaskParts<Body>
  labels: readonly GlobalLabel[]
  total: number | undefined
  /** The card that has the keys, when it is not one of the chosen: Validate and Discard are about it. */
  onValidate: () => void
  onDiscard: () => void
}

/** What is chosen, and what can be done with it; a button says how many records it would change. */
export function BulkBar<Body extends AnyRecordBody>({
  explore,
  parts,
  labels,
  total = 0,
  onValidate,
  onDiscard,
}: BulkBarProps<Body>) {
  const { chosen, selection, pageState, keys, job } = explore
  const { BulkActions } = parts
  const validate = useCommand('explore.validate', { run: onValidate })
  const discard = useCommand('explore.discard', { run: onDiscard })
  useCommand('explore.selectPage', { run: explore.togglePage, isEnabled: keys.length > 0 })
  const counts = {
    validate: chosen.filter((record) => record.status !== 'Validated' && parts.annotationToValidate(record)).length,
    discard: chosen.filter((record) => record.status !== 'Discarded').length,
    clear: chosen.filter((record) => parts.hasAnnotation(record)).length,
    reset: chosen.filter(isPending).length,
  }
  // Of all that match only the server knows how many it would change.
  const shown = (count: number) => (selection.isAll ? undefined : count)
  return (
    <section className={styles.bar} aria-label={t('explore.bulk')}>
      <label className={styles.choose}>
        <input
          type="checkbox"
          className={styles.box}
          ref={(box) => {
            if (box) box.indeterminate = pageState === 'some'
          }}
          aria-label={t('explore.selectPage')}
          checked={pageState === 'all'}
          disabled={keys.length === 0}
          onChange={() => (selection.isAll ? explore.selectNone() : explore.togglePage())}
        />
      </label>
      <p className={styles.count} role="status">
        {selection.isAll ? (
          <b>{t('explore.allSelected', { count: Math.min(total, MAX_RECORDS) })}</b>
        ) : (
          <>
            <b>{t('explore.selected', { count: chosen.length })}</b>{' '}
            <span className={styles.of}>{t('explore.selectedOf', { count: keys.length })}</span>
          </>
        )}
      </p>
      {!selection.isAll && pageState === 'all' && total > keys.length && (
        <button type="button" className={styles.link} onClick={explore.selectAllMatching}>
          {t('explore.selectAll', { count: Math.min(total, MAX_RECORDS) })}
        </button>
      )}
      {selection.isAll && (
        <button type="button" className={styles.link} onClick={explore.selectNone}>
          {t('explore.selectNone')}
        </button>
      )}
      <span className={styles.grow} />
      {job && (
        <div className={styles.job}>
          <ProgressBar
            label={t('explore.job', { done: formatNumber(job.done), total: formatNumber(job.total) })}
            share={job.total === 0 ? 0 : job.done / job.total}
          />
        </div>
      )}
      {!job && (
        <div className={styles.actions}>
          {BulkActions && (
            <BulkActions
              chosen={chosen}
              labels={labels}
              allCount={selection.isAll ? total : undefined}
              onValidate={explore.annotateChosen}
              onEdit={explore.editChosen}
            />
          )}
          {counts.validate > 0 && (
            <Button size="medium" keys={validate.keys} onPress={explore.validateChosen}>
              {t('explore.validate')} <Count of={shown(counts.validate)} />
            </Button>
          )}
          {counts.discard > 0 && (
            <Button size="medium" keys={discard.keys} onPress={explore.discardChosen}>
              {t('explore.discard')} <Count of={shown(counts.discard)} />
            </Button>
          )}
          {counts.clear > 0 && (
            <Button size="medium" onPress={explore.clearChosen}>
              {t('explore.clear')} <Count of={shown(counts.clear)} />
            </Button>
          )}
          {counts.reset > 0 && !selection.isAll && (
            <Button size="medium" onPress={explore.resetChosen}>
              {t('explore.reset')} <Count of={counts.reset} />
            </Button>
          )}
        </div>
      )}
    </section>
  )
}

function Count({ of }: { of: number | undefined }) {
  return of === undefined ? null : <span className={styles.number}>{formatNumber(of)}</span>
}
