import type { AnyRecordBody } from '@postil/contract/task/records'
import type { GlobalLabel } from '@postil/domain/task-editing/labels'
import { MAX_RECORDS } from '@postil/domain/task-editing/pagination'
import { isPending } from '@postil/domain/task-editing/transitions'
import { EllipsisVertical } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { t } from '../../../i18n/areas/classic/explore.ts'
import { formatNumber } from '../../../i18n/index.ts'
import type { Keys } from '../../../keyboard/keys.ts'
import { useCommand } from '../../../keyboard/use-command.ts'
import { useMedia } from '../../../ui/browser/media.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { TriStateBox } from '../../../ui/controls/TriStateBox.tsx'
import { ProgressBar } from '../../../ui/display/ProgressBar.tsx'
import { ActionMenu } from '../../../ui/overlays/ActionMenu.tsx'
import type { Explore } from '../state/use-explore.ts'
import type { TaskParts } from '../task-parts.ts'
import styles from './BulkBar.module.css'

/** Widths below which the bar would become two rows with every part that it can have: it leaves out the key caps, then moves actions into a menu. */
const NO_KEYS = '(max-width: 1200px)'
const WITH_MENU = '(max-width: 1000px)'

interface BulkAction {
  id: 'validate' | 'discard' | 'clear' | 'reset'
  /** Number of selected records that it would change. */
  count: number
  keys: readonly Keys[]
  run: () => void
}

interface BulkBarProps<Body extends AnyRecordBody> {
  explore: Explore<Body>
  parts: TaskParts<Body>
  labels: readonly GlobalLabel[]
  total: number | undefined
  /** Validate and Discard by key: they act on the focused card unless it is one of the selected. */
  onValidate: () => void
  onDiscard: () => void
  /** The bar has left the page after an action of its own, and with it the focus. */
  onGone: () => void
  /** The form for small screens, at the bottom: shown while records are selected, with two buttons and a menu for the rest. */
  isCompact: boolean
}

/** The selection and its actions; each button says how many records it would change. */
export function BulkBar<Body extends AnyRecordBody>({
  explore,
  parts,
  labels,
  total = 0,
  onValidate,
  onDiscard,
  onGone,
  isCompact,
}: BulkBarProps<Body>) {
  const { chosen, selection, pageState, keys, job } = explore
  const isShort = useMedia(NO_KEYS) || isCompact
  const hasMenu = useMedia(WITH_MENU) || isCompact
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
  // When all matching records are selected, only the server knows how many would change.
  const shown = (count: number) => (selection.isAll ? undefined : count)
  // No more can be changed at once.
  const isMost = total > MAX_RECORDS
  const all: BulkAction[] = [
    { id: 'validate', count: counts.validate, keys: validate.keys, run: explore.validateChosen },
    { id: 'discard', count: counts.discard, keys: discard.keys, run: explore.discardChosen },
    { id: 'clear', count: counts.clear, keys: [], run: explore.clearChosen },
    { id: 'reset', count: selection.isAll ? 0 : counts.reset, keys: [], run: explore.resetChosen },
  ]
  const actions = all.filter(({ count }) => count > 0)
  const bar = useRef<HTMLElement>(null)
  const pressed = useRef<Element>(null)
  const isGone = isCompact && chosen.length === 0 && !job
  // A pressed button leaves when nothing is left for it to change, at once or after a question; the focus stays in the bar.
  useEffect(() => {
    const { current } = pressed
    if (current === null || explore.question) return
    pressed.current = null
    if (isGone) return onGone()
    const isStill = current.isConnected && bar.current?.contains(current)
    const next = isStill ? current : bar.current?.querySelector('input')
    if (document.activeElement === document.body && next instanceof HTMLElement) next.focus()
  })
  const press = (run: () => void) => () => {
    pressed.current = document.activeElement
    run()
  }
  const buttons = hasMenu ? actions.slice(0, BulkActions ? 1 : 2) : actions
  const more = actions.slice(buttons.length)
  if (isGone) return null
  return (
    <section ref={bar} className={styles.bar} aria-label={t('explore.bulk')} data-compact={isCompact || undefined}>
      <TriStateBox
        className={styles.choose}
        label={t('explore.selectPage')}
        state={pageState}
        isDisabled={keys.length === 0}
        onToggle={() => (selection.isAll ? explore.selectNone() : explore.togglePage())}
      />
      <p className={styles.count} role="status">
        {selection.isAll ? (
          <b>{t(isMost ? 'explore.mostSelected' : 'explore.allSelected', { count: total, max: MAX_RECORDS })}</b>
        ) : (
          <>
            <b>{t('explore.selected', { count: chosen.length })}</b>{' '}
            {!isShort && <span className={styles.of}>{t('explore.selectedOf', { count: keys.length })}</span>}
          </>
        )}
      </p>
      {!selection.isAll && pageState === 'all' && total > keys.length && (
        <button type="button" className={styles.link} onClick={explore.selectAllMatching}>
          {t(isMost ? 'explore.selectMost' : 'explore.selectAll', { count: total, max: MAX_RECORDS })}
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
              allCount={selection.isAll ? Math.min(total, MAX_RECORDS) : undefined}
              isCompact={isShort}
              onValidate={(annotate, label) => press(() => explore.annotateChosen(annotate, label))()}
              onEdit={(annotate) => press(() => explore.editChosen(annotate))()}
            />
          )}
          {buttons.map(({ id, count, keys: shortcut, run }) => (
            <Button key={id} size="medium" keys={isShort ? [] : shortcut} onPress={press(run)}>
              {t(`explore.${id}`)} <Count of={shown(count)} />
            </Button>
          ))}
          {more.length > 0 && (
            <ActionMenu
              label={t('explore.more')}
              trigger={<IconButton icon={EllipsisVertical} label={t('explore.more')} size="medium" />}
              actions={more.map(({ id, count, run }) => ({
                label: selection.isAll ? t(`explore.${id}`) : `${t(`explore.${id}`)} ${formatNumber(count)}`,
                onAction: press(run),
              }))}
            />
          )}
        </div>
      )}
    </section>
  )
}

function Count({ of }: { of: number | undefined }) {
  return of === undefined ? null : <span className={styles.number}>{formatNumber(of)}</span>
}
