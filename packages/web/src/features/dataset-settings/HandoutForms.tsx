import type { Queue } from '@postil/contract/feedback/datasets'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { fetchGoldCount } from '../../api/feedback/facets.ts'
import { queueQuery } from '../../api/feedback/queries.ts'
import { saveQueue } from '../../api/feedback/queue.ts'
import { queryKeys } from '../../api/keys.ts'
import { SILENT } from '../../api/query-client.ts'
import { t } from '../../i18n/areas/settings.ts'
import { Checkbox } from '../../ui/controls/Checkbox.tsx'
import { TextField } from '../../ui/controls/TextField.tsx'
import { Skeleton } from '../../ui/display/Skeleton.tsx'
import { orderWords, QueueOrderChoice } from '../feedback/QueueOrderChoice.tsx'
import { goldUrl } from '../feedback/url/gold-url.ts'
import styles from './DatasetSettings.module.css'
import { ItemForm } from './ItemForm.tsx'
import { readCount, readGoldPercent } from './item-rules.ts'
import { useItem } from './use-item.ts'

/** Approximate height of the forms: reserved, so that nothing moves when they load. */
const HEIGHT_PX = 710

/** How records are handed out: their order, how many answers complete them, and gold records. */
export function HandoutForms({ datasetId }: { datasetId: string }) {
  const { data: queue } = useQuery({ ...queueQuery(datasetId), throwOnError: true })
  if (!queue) return <Skeleton height={HEIGHT_PX} />
  return (
    <>
      <QueueOrderForm datasetId={datasetId} saved={queue} />
      <Overlap datasetId={datasetId} saved={queue} />
      <GoldForm datasetId={datasetId} saved={queue} />
    </>
  )
}

/** Functions that change how records are handed out, and fetch it again. */
function useQueueSettings(datasetId: string) {
  const queryClient = useQueryClient()
  const query = queueQuery(datasetId)
  return {
    save: async (changes: Partial<Queue>) => {
      queryClient.setQueryData(query.queryKey, await saveQueue(datasetId, changes))
      // Counts and queues of the dataset depend on these settings.
      void queryClient.invalidateQueries({ queryKey: queryKeys.dataset(datasetId), refetchType: 'none' })
    },
    refetch: () => queryClient.fetchQuery({ ...query, staleTime: 0, meta: SILENT }),
  }
}

function QueueOrderForm({ datasetId, saved }: { datasetId: string; saved: Queue }) {
  const { save, refetch } = useQueueSettings(datasetId)
  const label = t('settings.queue')
  const item = useItem({
    id: 'queue',
    tab: 'info',
    label,
    original: { order: saved.order },
    refetch: async () => ({ order: (await refetch()).order }),
    save,
    toText: ({ order }) => orderWords(order),
  })
  return (
    <ItemForm item={item} label={label}>
      <QueueOrderChoice value={item.values.order} onChange={(order) => item.change({ order })} />
    </ItemForm>
  )
}

/**
 * The form for the number of answers that complete a record, whether completed records are still shown to other
 * users. Raising the number from 1 also stops the hand-out of completed records, unless the user decides otherwise.
 */
function Overlap({ datasetId, saved }: { datasetId: string; saved: Queue }) {
  const { save, refetch } = useQueueSettings(datasetId)
  const [isTickedByNumber, setTickedByNumber] = useState(false)
  const label = t('settings.overlap')
  const item = useItem({
    id: 'overlap',
    tab: 'info',
    label,
    original: overlapOf(saved),
    refetch: async () => overlapOf(await refetch()),
    check: ({ minSubmitted }) => ({ minSubmitted: readCount(minSubmitted) ? undefined : t('settings.notCount') }),
    save: ({ minSubmitted, isUntilCompleted, showsOthers }) =>
      save({
        min_submitted: readCount(minSubmitted) ?? 1,
        hand_out: isUntilCompleted ? 'until_completed' : 'everyone',
        others_answers: showsOthers ? 'after_answering' : 'never',
      }),
  })
  const { isUntilCompleted } = item.values
  const count = readCount(item.values.minSubmitted) ?? 1
  const changeNumber = (minSubmitted: string) => {
    const next = readCount(minSubmitted) ?? 1
    const isTicked = next > 1 && count === 1 && saved.min_submitted === 1 && !isUntilCompleted
    const isUnticked = next === 1 && isTickedByNumber
    if (isTicked || isUnticked) setTickedByNumber(isTicked)
    item.change({ minSubmitted, ...((isTicked || isUnticked) && { isUntilCompleted: isTicked }) })
  }
  const isTold = isUntilCompleted ? isTickedByNumber && item.isModified : count > 1
  return (
    <ItemForm item={item} label={label}>
      <TextField
        label={t('settings.overlapLabel')}
        description={t('settings.overlapHelp')}
        inputMode="numeric"
        value={item.values.minSubmitted}
        onChange={changeNumber}
        error={item.problems.minSubmitted}
      />
      <div>
        <CheckboxWithHelp
          help={t('settings.untilCompletedHelp')}
          isSelected={isUntilCompleted}
          onChange={(isSelected) => {
            setTickedByNumber(false)
            item.change({ isUntilCompleted: isSelected })
          }}
        >
          {t('settings.untilCompleted')}
        </CheckboxWithHelp>
        <p role="status" className={styles.consequence}>
          {isTold && t(isUntilCompleted ? 'settings.untilCompletedTicked' : 'settings.untilCompletedOff', { count })}
        </p>
      </div>
      <CheckboxWithHelp
        help={t('settings.othersAnswersHelp')}
        isSelected={item.values.showsOthers}
        onChange={(showsOthers) => item.change({ showsOthers })}
      >
        {t('settings.othersAnswers')}
      </CheckboxWithHelp>
    </ItemForm>
  )
}

function overlapOf({ min_submitted, hand_out, others_answers }: Queue) {
  return {
    minSubmitted: String(min_submitted),
    isUntilCompleted: hand_out === 'until_completed',
    showsOthers: others_answers === 'after_answering',
  }
}

interface CheckboxWithHelpProps {
  help: string
  isSelected: boolean
  onChange: (isSelected: boolean) => void
  children: string
}

function CheckboxWithHelp({ help, ...rest }: CheckboxWithHelpProps) {
  const id = useId()
  return (
    <div>
      <Checkbox {...rest} aria-describedby={id} />
      <p id={id} className="note">
        {help}
      </p>
    </div>
  )
}

/** The form for the share of gold records in each queue. */
function GoldForm({ datasetId, saved }: { datasetId: string; saved: Queue }) {
  const { save, refetch } = useQueueSettings(datasetId)
  const label = t('settings.gold')
  const item = useItem({
    id: 'gold',
    tab: 'info',
    label,
    original: { percent: String(saved.gold_percent) },
    refetch: async () => ({ percent: String((await refetch()).gold_percent) }),
    check: ({ percent }) => ({
      percent: readGoldPercent(percent) === undefined ? t('settings.notGold') : undefined,
    }),
    save: ({ percent }) => save({ gold_percent: readGoldPercent(percent) ?? 0 }),
  })
  return (
    <ItemForm item={item} label={label}>
      <TextField
        label={t('settings.goldPercent')}
        description={t('settings.goldHelp')}
        inputMode="numeric"
        value={item.values.percent}
        onChange={(percent) => item.change({ percent })}
        error={item.problems.percent}
      />
      <GoldCount datasetId={datasetId} />
    </ItemForm>
  )
}

/** How many gold records there are, and the way to them. */
function GoldCount({ datasetId }: { datasetId: string }) {
  const { data: count } = useQuery({
    queryKey: queryKeys.goldCount(datasetId),
    queryFn: () => fetchGoldCount(datasetId),
    staleTime: 0,
    meta: SILENT,
  })
  return (
    <p className="note">
      {/* Keeps the height of its line until the number is known. */}
      {count === undefined ? '\u00a0' : t('settings.goldCount', { count })}{' '}
      {!!count && <Link to={goldUrl(datasetId)}>{t('settings.goldShow')}</Link>}
    </p>
  )
}
