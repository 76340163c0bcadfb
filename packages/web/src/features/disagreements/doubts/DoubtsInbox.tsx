import type { Field } from '@postil/contract/feedback/settings/fields'
import type { Question } from '@postil/contract/feedback/settings/questions'
import { LIMITS } from '@postil/contract/limits'
import { namesById } from '@postil/domain/people/full-name'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useSearchParams } from 'react-router'
import type { Doubt } from '../../../api/feedback/team/doubts.ts'
import { type DatasetDoubts, fetchDatasetDoubts } from '../../../api/feedback/team/doubts-of-all.ts'
import { queryKeys } from '../../../api/keys.ts'
import { SILENT } from '../../../api/query-client.ts'
import { t } from '../../../i18n/areas/team/disagreements.ts'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { EmptyState } from '../../../ui/display/EmptyState.tsx'
import { Skeleton } from '../../../ui/display/Skeleton.tsx'
import { TopBarTwoColumns } from '../../../ui/layout/layouts.tsx'
import styles from '../inbox.module.css'
import { fetchInPlace, useLoadAgain } from '../keep-places.ts'
import { TRIED_AGAIN } from '../use-answered-record.ts'
import { DoubtView, type ListedDoubt } from './DoubtView.tsx'

type Listed = Omit<DatasetDoubts, 'items'> & { items: ListedDoubt[] }

const PLACES = {
  idOf: ({ id }: ListedDoubt) => id,
  isOpen: ({ resolved_at, isGone }: ListedDoubt) => resolved_at === null && !isGone,
  // One that is missing from a full list may be among those that are not listed.
  whenGone: (doubt: ListedDoubt, fetched: readonly ListedDoubt[]) =>
    fetched.length < LIMITS.listedDoubts ? { ...doubt, isGone: true } : doubt,
}

interface DoubtsInboxProps {
  datasetId: string
  fields: readonly Field[]
  questions: readonly Question[]
  /** The title of the page, and the choice of what it lists. */
  head: React.ReactNode
}

/** The doubts of everybody in a dataset, one of them open. */
export function DoubtsInbox({ datasetId, fields, questions, head }: DoubtsInboxProps) {
  const [params, setParams] = useSearchParams()
  const client = useQueryClient()
  const queryKey = [...queryKeys.dataset(datasetId), 'doubts']
  const list = useQuery<Listed>({
    queryKey,
    queryFn: () => fetchInPlace(client, queryKey, () => fetchDatasetDoubts(datasetId), PLACES),
    meta: SILENT,
    // A closed doubt keeps its place until the user fetches the list again.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    ...TRIED_AGAIN,
  })
  const { loadAgain, isLoading } = useLoadAgain(queryKey)
  const items = list.data?.items ?? []
  const shown = items.find(({ id }) => id === params.get('doubt')) ?? items[0]
  const names = namesById(list.data?.users ?? [])
  const nameOf = (id: string | null) => names.get(id ?? '') ?? t('disagreements.somebody')
  const note = (doubt: Doubt) =>
    client.setQueryData<Listed>(queryKey, (known) => {
      if (!known) return known
      const changed = known.items.map((one) => (one.id === doubt.id ? { ...one, ...doubt } : one))
      const openOf = (some: readonly ListedDoubt[]) => some.filter(({ resolved_at }) => resolved_at === null).length
      const opened = openOf(changed) - openOf(known.items)
      return { ...known, items: changed, open: known.open + opened, resolved: known.resolved - opened }
    })
  return (
    <TopBarTwoColumns
      storageKey="postil.disagreements"
      defaultShare={0.3}
      topBar={
        <div className={styles.bar}>
          {head}
          {list.data && (
            <p className={styles.counts}>
              <span>{t('disagreements.open', { count: list.data.open })}</span>
              <span>{t('disagreements.closed', { count: list.data.resolved })}</span>
            </p>
          )}
          <IconButton
            icon={RotateCw}
            label={t('disagreements.again')}
            isDisabled={list.isPending}
            isPending={isLoading}
            onPress={() => void loadAgain()}
          />
        </div>
      }
      left={
        list.isPending ? (
          <Skeleton height={320} />
        ) : list.isError ? (
          <p role="alert" className={styles.failed}>
            {t('disagreements.doubts.failed')}
          </p>
        ) : items.length === 0 ? (
          <EmptyState title={t('disagreements.doubts.none.title')}>{t('disagreements.doubts.none')}</EmptyState>
        ) : (
          <ol className={styles.records} aria-label={t('disagreements.doubts.list')}>
            {items.map((doubt) => (
              <li key={doubt.id}>
                <button
                  type="button"
                  className={styles.record}
                  aria-current={doubt === shown || undefined}
                  onClick={() => setParams({ show: 'doubts', doubt: doubt.id }, { replace: true })}
                >
                  <span className={styles.text}>{doubt.note}</span>
                  <span className={styles.about}>
                    {nameOf(doubt.user_id)} · {doubt.text || doubt.external_id}
                  </span>
                  {(doubt.isGone || doubt.resolved_at !== null) && (
                    <span className={styles.quiet}>
                      {t(doubt.isGone ? 'disagreements.doubts.isGone' : 'disagreements.doubts.isClosed')}
                    </span>
                  )}
                </button>
              </li>
            ))}
          </ol>
        )
      }
      right={
        shown && (
          <DoubtView
            key={shown.id}
            {...{ datasetId, fields, questions, doubt: shown, nameOf }}
            onReplied={(doubt) => note(doubt)}
            onStale={() => client.invalidateQueries({ queryKey })}
          />
        )
      }
    />
  )
}
