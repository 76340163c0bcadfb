import { alikeWords } from '@postil/domain/options/alike-labels'
import { type GlobalLabel, listLabels } from '@postil/domain/task-editing/labels'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import type { ClassicDataset } from '../../api/classic/classic-datasets.ts'
import { searchTaskRecords } from '../../api/classic/task-records.ts'
import { labelCalls } from '../../api/feedback/option-changes.ts'
import { queryKeys } from '../../api/keys.ts'
import { SILENT } from '../../api/query-client.ts'
import { reasonOf } from '../../api/reason-of.ts'
import { t } from '../../i18n/areas/classic/settings.ts'
import { useFocusInPlace } from '../../ui/browser/use-focus-in-place.ts'
import { useOfflineReason } from '../../ui/browser/use-offline-reason.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { breakable } from '../../ui/display/breakable.tsx'
import { Skeleton } from '../../ui/display/Skeleton.tsx'
import shared from '../dataset-settings/DatasetSettings.module.css'
import { OptionMenu } from '../dataset-settings/options/OptionMenu.tsx'
import type { ShownOption } from '../dataset-settings/options/use-option-changes.ts'
import { useOptionChanges } from '../dataset-settings/options/use-option-changes.ts'
import { AddLabels } from '../explore/labels/AddLabels.tsx'
import { useSaveLabels } from '../explore/labels/use-save-labels.ts'
import { useLabels } from '../explore/state/use-labels.ts'
import styles from './ClassicSettings.module.css'
import { LabelChips } from './LabelChips.tsx'
import { OrderLabels } from './OrderLabels.tsx'

interface LabelsSectionProps {
  dataset: ClassicDataset
  /** The user may change labels. The server refuses other users (403), so the controls are hidden for them. */
  canManage: boolean
}

/** The labels of a dataset: add, reorder, and save labels that only occur on records. */
export function LabelsSection({ dataset, canManage }: LabelsSectionProps) {
  const [isOrdering, setOrdering] = useState(false)
  const { labels, retired, problem, error, isLoading, retry } = useLabels(dataset, useCounts(dataset), {
    isSilent: true,
  })
  const isUnsaved = problem === 'LABEL_SCHEMA_IS_EMPTY' && labels.length > 0
  const hasColors = dataset.task === 'TokenClassification'
  const shown = [...listLabels(labels).map(({ text }) => text), ...retired]
  const [box, keepPlace] = useFocusInPlace<HTMLElement>(JSON.stringify(shown), 'li button')
  const menuOf = useLabelMenu(dataset, labels, hasColors, (label) =>
    keepPlace(label === undefined ? -1 : shown.indexOf(label)),
  )
  const canChange = canManage && problem === undefined
  const alike = canChange && alikeWords(labels.map(({ text }) => text))
  return (
    <section ref={box} tabIndex={-1} className={styles.labels} aria-label={t('labels.title')}>
      <div className={shared.itemHead}>
        <h2 className={shared.itemTitle}>{t('labels.title')}</h2>
        {labels.length > 0 && <span className="note">{t('labels.count', { count: labels.length })}</span>}
      </div>
      {error ? (
        <p className={shared.failed} role="alert">
          {reasonOf(error)}
          <Button size="small" onPress={retry}>
            {t('labels.retry')}
          </Button>
        </p>
      ) : isLoading ? (
        <Skeleton height={120} />
      ) : isOrdering ? (
        <OrderLabels dataset={dataset} labels={labels} onClose={() => setOrdering(false)} />
      ) : (
        <>
          {isUnsaved && <UnsavedSchema {...{ dataset, labels, canManage }} />}
          <p className="note">{labels.length > 0 ? t('labels.help') : t('labels.none')}</p>
          <LabelChips labels={labels} hasColors={hasColors} menuOf={canChange ? menuOf : undefined} />
          {alike && <p className="note">{t('options.alike', { labels: alike })}</p>}
          <RetiredLabels names={retired} menuOf={canChange ? menuOf : undefined} />
          {canManage && (
            <div className={styles.actions}>
              <AddLabels dataset={dataset} labels={labels} />
              {!isUnsaved && labels.length > 1 && (
                <Button size="small" onPress={() => setOrdering(true)}>
                  {t('labels.reorder')}
                </Button>
              )}
            </div>
          )}
        </>
      )}
    </section>
  )
}

/** A note that the labels come from the records only, with a button that saves them as label schema. */
function UnsavedSchema({
  dataset,
  labels,
  canManage,
}: LabelsSectionProps & Pick<Parameters<typeof AddLabels>[0], 'labels'>) {
  const { mutate, isPending } = useSaveLabels(dataset, labels)
  const offlineReason = useOfflineReason()
  const texts = labels.map(({ text }) => text)
  return (
    <div className={styles.unsaved} role="note" aria-label={t('labels.unsavedTitle')}>
      <div>
        <h3 className={styles.unsavedTitle}>{t('labels.unsavedTitle')}</h3>
        <p className="note">{canManage ? t('labels.unsavedText') : t('labels.unsavedReader')}</p>
      </div>
      {canManage && (
        <Button
          variant="primary"
          size="medium"
          isPending={isPending}
          disabledReason={offlineReason}
          onPress={() => mutate({ type: 'add', texts })}
        >
          {t('labels.saveSchema')}
        </Button>
      )}
    </div>
  )
}

/** Counts over the whole dataset, whose keys are labels. None when they cannot be fetched; the label schema may still have labels. */
function useCounts(dataset: ClassicDataset) {
  const { data } = useQuery({
    queryKey: [...queryKeys.taskDataset(dataset), 'counts'],
    queryFn: () => searchTaskRecords(dataset, { query: {}, sort: [], from: 0, limit: 0 }),
    meta: SILENT,
  })
  return data?.aggregations
}

interface RetiredLabelsProps {
  names: readonly string[]
  menuOf: ((label: { text: string }) => ReactNode) | undefined
}

/** Labels that are no longer offered but may still be on records. */
function RetiredLabels({ names, menuOf }: RetiredLabelsProps) {
  if (names.length === 0) return null
  return (
    <>
      <p className="note">{t('options.retired')}</p>
      <ul className={styles.chips} aria-label={t('options.retired')}>
        {names.map((text) => (
          <li key={text} className={styles.chip} data-retired>
            <span className={styles.chipText}>{breakable(text)}</span>
            {menuOf?.({ text })}
          </li>
        ))}
      </ul>
    </>
  )
}

/**
 * Renders the menu of each label.
 *
 * @param labels - the offered labels
 * @param beforeChange - called with a label before it is changed
 */
function useLabelMenu(
  { workspace, name }: ClassicDataset,
  labels: readonly GlobalLabel[],
  hasColors: boolean,
  beforeChange: (label: string | undefined) => void,
): (label: Pick<GlobalLabel, 'text'>) => ReactNode {
  const queryClient = useQueryClient()
  const calls = useMemo(() => labelCalls({ workspace, name }), [workspace, name])
  const changes = useOptionChanges(
    calls,
    () => {
      // Records and rules also contain labels.
      void queryClient.invalidateQueries({ queryKey: queryKeys.taskDataset({ workspace, name }) })
    },
    beforeChange,
  )
  const offered = useMemo(
    () => listLabels(labels).map(({ text, color_id }): ShownOption => ({ value: text, text, color: color_id })),
    [labels],
  )
  return ({ text }) => (
    <OptionMenu
      option={offered.find(({ value }) => value === text) ?? { value: text, text }}
      offered={offered}
      changes={changes}
      isLabel
      hasColors={hasColors}
    />
  )
}
