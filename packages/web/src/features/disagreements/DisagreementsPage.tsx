import type { Field } from '@postil/contract/feedback/settings/fields'
import type { Question } from '@postil/contract/feedback/settings/questions'
import { can } from '@postil/domain/permissions'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { ChartColumn, RotateCw } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { Navigate, useParams, useSearchParams } from 'react-router'
import { fieldsQuery, questionsQuery } from '../../api/feedback/queries.ts'
import { fetchDatasetDoubts } from '../../api/feedback/team/doubts-of-all.ts'
import { fetchDisagreements } from '../../api/feedback/team/resolutions.ts'
import { queryKeys } from '../../api/keys.ts'
import { useLive } from '../../api/live.ts'
import { SILENT } from '../../api/query-client.ts'
import { t } from '../../i18n/areas/team/disagreements.ts'
import { useLatestSearch } from '../../ui/browser/use-latest-search.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Segmented } from '../../ui/controls/Segmented.tsx'
import { Breadcrumbs } from '../../ui/display/Breadcrumbs.tsx'
import { EmptyState } from '../../ui/display/EmptyState.tsx'
import { Skeleton } from '../../ui/display/Skeleton.tsx'
import { HeaderSlot } from '../../ui/layout/HeaderSlot.tsx'
import { TopBarTwoColumns } from '../../ui/layout/layouts.tsx'
import { lazy } from '../../ui/loading/lazy.tsx'
import { LinkButton } from '../dataset-list/LinkButton.tsx'
import { useSettingsDataset } from '../dataset-settings/use-settings.ts'
import { ExportButton } from '../exporting/ExportButton.tsx'
import { useUser } from '../session/session.ts'
import { AgreementFigures } from './AgreementFigures.tsx'
import { DisagreementFilters, FILTERS, filtersOf, isFiltered } from './DisagreementFilters.tsx'
import { type Disagreement, DisagreementList, type Disagreements as Listed } from './DisagreementList.tsx'
import styles from './inbox.module.css'
import { fetchInPlace, useLoadAgain } from './keep-places.ts'
import { OwnDrafts } from './own-drafts.ts'
import { RecordDecision } from './RecordDecision.tsx'
import { TRIED_AGAIN } from './use-answered-record.ts'
import type { MadeDecision } from './use-decisions.ts'

const DoubtsInbox = lazy(() => import('./doubts/DoubtsInbox.tsx').then((m) => m.DoubtsInbox))

/** `/dataset/{id}/disagreements`: a lead decides questions that people answered differently, and replies to their doubts. */
export function DisagreementsPage() {
  const { id = '' } = useParams()
  const isLead = can(useUser(), 'answers.resolve', { isMember: true })
  return isLead ? <Inbox key={id} datasetId={id} /> : <Navigate to={`/dataset/${id}/annotation-mode`} replace />
}

function Inbox({ datasetId }: { datasetId: string }) {
  useLive()
  const { dataset, workspace } = useSettingsDataset(datasetId)
  const { id: userId } = useUser()
  // Both stay while doubts are shown.
  const [made] = useState<MadeDecision[]>(() => [])
  const [drafts] = useState(() => new OwnDrafts(userId))
  const [params, setParams] = useSearchParams()
  const fields = useQuery(fieldsQuery(datasetId)).data
  const questions = useQuery(questionsQuery(datasetId)).data
  const showsDoubts = params.get('show') === 'doubts'
  const head = (
    <>
      <h1 className="visuallyHidden">{t(showsDoubts ? 'disagreements.doubts' : 'disagreements.title')}</h1>
      <Segmented
        label={t('disagreements.show')}
        choices={[
          { value: 'disagreements', label: t('disagreements.title') },
          { value: 'doubts', label: t('disagreements.doubts') },
        ]}
        value={showsDoubts ? 'doubts' : 'disagreements'}
        onChange={(value) => setParams(value === 'doubts' ? { show: value } : {}, { replace: true })}
      />
    </>
  )
  const crumbs = [
    { label: t('app.datasets'), to: '/datasets' },
    ...(workspace ? [{ label: workspace, to: `/datasets?workspaces=${encodeURIComponent(workspace)}` }] : []),
    ...(dataset ? [{ label: dataset.name, to: `/dataset/${datasetId}/annotation-mode` }] : []),
    { label: t('disagreements.title') },
  ]
  return (
    <>
      <HeaderSlot place="crumbs">
        <Breadcrumbs crumbs={crumbs} />
      </HeaderSlot>
      {showsDoubts ? (
        <Suspense fallback={<Skeleton height={320} />}>
          {fields && questions && <DoubtsInbox {...{ datasetId, fields, questions, head }} />}
        </Suspense>
      ) : (
        <Disagreements {...{ datasetId, fields, questions, head, made, drafts }} />
      )}
    </>
  )
}

const PLACES = {
  idOf: ({ record_id }: Disagreement) => record_id,
  isOpen: ({ questions, isGone }: Disagreement) => !isGone && questions.some(({ is_resolved }) => !is_resolved),
  whenGone: (item: Disagreement): Disagreement => ({ ...item, isGone: true }),
}

interface DisagreementsProps {
  datasetId: string
  fields: readonly Field[] | undefined
  questions: readonly Question[] | undefined
  /** The title of the page, and the choice of what it lists. */
  head: ReactNode
  made: MadeDecision[]
  drafts: OwnDrafts
}

function Disagreements({ datasetId, fields, questions, head, made, drafts }: DisagreementsProps) {
  const [params, setParams] = useSearchParams()
  const latest = useLatestSearch()
  const [justDecided, setJustDecided] = useState<string>()
  const filters = filtersOf(params)
  const hasFilters = isFiltered(filters)
  const client = useQueryClient()
  const queryKey = [...queryKeys.disagreements(datasetId), ...(hasFilters ? [filters] : [])]
  const list = useQuery({
    queryKey,
    queryFn: () =>
      fetchInPlace<Disagreement, Listed>(client, queryKey, () => fetchDisagreements(datasetId, filters), PLACES),
    meta: SILENT,
    // A decided record keeps its position until the user fetches the list again, which setting a filter does.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: hasFilters ? 0 : undefined,
    // Keeps the names of the people while another list is fetched.
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
    ...TRIED_AGAIN,
  })
  const doubts = useQuery({
    queryKey: [...queryKeys.dataset(datasetId), 'doubts'],
    queryFn: () => fetchDatasetDoubts(datasetId),
    meta: SILENT,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  }).data
  const doubtful = new Set(
    doubts?.items.flatMap(({ record_id, resolved_at }) => (resolved_at === null ? [record_id] : [])),
  )
  const agreementKey = [...queryKeys.dataset(datasetId), 'agreement']
  const isLoading = list.isPending || list.isPlaceholderData
  const items = isLoading ? [] : (list.data?.items ?? [])
  const at = Math.max(
    0,
    items.findIndex(({ record_id }) => record_id === params.get('record')),
  )
  const shown = items[at]
  const change = (changes: Readonly<Record<string, string | undefined>>, decided?: string) => {
    setJustDecided(decided)
    const next = latest()
    for (const [name, value] of Object.entries(changes))
      if (value === undefined) next.delete(name)
      else next.set(name, value)
    setParams(next, { replace: true, flushSync: true })
  }
  const show = (place: number, isDecided = false) => {
    const next = items[place]
    if (next) change({ record: next.record_id }, isDecided ? shown?.record_id : undefined)
  }
  const { loadAgain, isLoading: isAgain } = useLoadAgain(queryKey)
  const again = (
    <IconButton
      icon={RotateCw}
      label={t('disagreements.again')}
      isDisabled={isLoading}
      isPending={isAgain}
      onPress={() => {
        void loadAgain()
        void client.invalidateQueries({ queryKey: agreementKey })
      }}
    />
  )
  return (
    <TopBarTwoColumns
      storageKey="postil.disagreements"
      defaultShare={0.3}
      topBar={
        <div className={styles.bar}>
          {head}
          {list.data && !isLoading && (
            <p className={styles.counts}>
              <span>{t('disagreements.open', { count: list.data.open })}</span>
              <span>{t('disagreements.resolved', { count: list.data.resolved })}</span>
            </p>
          )}
          {list.data && <AgreementFigures datasetId={datasetId} question={filters.question} />}
          {again}
          <LinkButton href={agreementPage(datasetId)} variant="quiet" icon={ChartColumn}>
            {t('disagreements.agreement')}
          </LinkButton>
          <ExportButton source={{ datasetId }} />
        </div>
      }
      left={
        <>
          {questions && (list.isError || (list.data?.users ?? []).length > 0) && (
            <DisagreementFilters
              filters={filters}
              questions={questions}
              users={list.data?.users ?? []}
              onChange={(name, value) => change({ [name]: value })}
            />
          )}
          {isLoading || !questions ? (
            <Skeleton height={320} />
          ) : list.isError ? (
            <p role="alert" className={styles.failed}>
              {t('disagreements.failed')}
            </p>
          ) : list.data && items.length > 0 ? (
            <DisagreementList
              disagreements={list.data}
              status={filters.status}
              questions={questions}
              doubtful={doubtful}
              shownAt={at}
              onShow={show}
            />
          ) : hasFilters ? (
            <EmptyState
              title={t('disagreements.noMatch.title')}
              action={
                <Button onPress={() => change(Object.fromEntries(FILTERS.map((name) => [name, undefined])))}>
                  {t('disagreements.noMatch.clear')}
                </Button>
              }
            >
              {t('disagreements.noMatch')}
            </EmptyState>
          ) : (
            <EmptyState
              drawing="done"
              title={t('disagreements.none.title')}
              action={<LinkButton href={agreementPage(datasetId)}>{t('disagreements.none.agreement')}</LinkButton>}
            >
              {t('disagreements.none')}
            </EmptyState>
          )}
        </>
      }
      right={
        shown && fields && questions ? (
          <RecordDecision
            key={shown.record_id}
            datasetId={datasetId}
            disagreement={shown}
            fields={fields}
            questions={questions}
            made={made}
            drafts={drafts}
            place={at}
            count={items.length}
            justDecided={items.find(({ record_id }) => record_id === justDecided)}
            onShow={show}
            onAct={() => setJustDecided(undefined)}
          />
        ) : isLoading ? (
          <Skeleton height={320} />
        ) : null
      }
    />
  )
}

function agreementPage(datasetId: string): string {
  return `/dataset/${datasetId}/settings?tab=agreement`
}
