import type { TeamProgress } from '@postil/contract/feedback/team/team-progress'
import { can } from '@postil/domain/permissions'
import { mondayOf } from '@postil/domain/progress/forecast'
import { useQuery } from '@tanstack/react-query'
import { Download, RotateCw, Settings } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { Navigate, useParams } from 'react-router'
import { api } from '../../api/client.ts'
import { queryKeys } from '../../api/keys.ts'
import { useLive } from '../../api/live.ts'
import { SILENT } from '../../api/query-client.ts'
import { t } from '../../i18n/areas/team/team-progress.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Chip } from '../../ui/controls/Chip.tsx'
import { Segmented } from '../../ui/controls/Segmented.tsx'
import { Breadcrumbs } from '../../ui/display/Breadcrumbs.tsx'
import { EmptyState } from '../../ui/display/EmptyState.tsx'
import { Skeleton } from '../../ui/display/Skeleton.tsx'
import { HeaderSlot } from '../../ui/layout/HeaderSlot.tsx'
import { OneColumn } from '../../ui/layout/layouts.tsx'
import { toasts } from '../../ui/toast/toast-queue.ts'
import { LinkButton } from '../dataset-list/LinkButton.tsx'
import { useSettingsDataset } from '../dataset-settings/use-settings.ts'
import { type Figures, saveCsv } from '../exporting/save-csv.ts'
import { useUser } from '../session/session.ts'
import { AgreementCard, useAgreement } from './AgreementCard.tsx'
import { AssignmentsCard } from './AssignmentsCard.tsx'
import { CardTables } from './Card.tsx'
import { CompletionCard } from './CompletionCard.tsx'
import { GoldCard } from './GoldCard.tsx'
import { LabelsCard } from './LabelsCard.tsx'
import { PeopleCard } from './PeopleCard.tsx'
import { SuggestionsCard } from './SuggestionsCard.tsx'
import styles from './TeamProgress.module.css'
import { TodoCard } from './TodoCard.tsx'

/** `/dataset/{id}/progress`: the progress of all users of a dataset together, for its managers. */
export function TeamProgressPage() {
  const { id = '' } = useParams()
  const isLead = can(useUser(), 'responses.readAll', { isMember: true })
  return isLead ? <Progress key={id} datasetId={id} /> : <Navigate to={`/dataset/${id}/annotation-mode`} replace />
}

function Progress({ datasetId }: { datasetId: string }) {
  const { dataset, workspace } = useSettingsDataset(datasetId)
  const isLive = useLive()
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: queryKeys.teamProgress(datasetId),
    queryFn: () => fetchTeamProgress(datasetId),
    meta: SILENT,
  })
  const crumbs = [
    { label: t('app.datasets'), to: '/datasets' },
    ...(workspace ? [{ label: workspace, to: `/datasets?workspaces=${encodeURIComponent(workspace)}` }] : []),
    ...(dataset ? [{ label: dataset.name, to: `/dataset/${datasetId}/annotation-mode` }] : []),
    { label: t('team.title') },
  ]
  const datasetName = dataset?.name ?? ''
  const [range, setRange] = useState<'week' | 'all'>('all')
  const since = data && range === 'week' ? mondayOf(data.today) : undefined
  const [tables] = useState(() => new Map<string, Figures>())
  const [reassigned, setReassigned] = useState<string>()
  return (
    <CardTables value={tables}>
      <HeaderSlot place="crumbs">
        <Breadcrumbs crumbs={crumbs} />
      </HeaderSlot>
      <OneColumn width={1336}>
        <header className={styles.head}>
          <h1 className={styles.title}>{t('team.title')}</h1>
          <Chip tone={isLive ? 'verdigris' : 'plain'}>{t(isLive ? 'team.live' : 'team.offline')}</Chip>
          <span className={styles.space} />
          {data && data.people.length > 0 && (
            <>
              <Segmented
                label={t('team.range')}
                choices={[
                  { value: 'week', label: t('team.range.week') },
                  { value: 'all', label: t('team.range.all') },
                ]}
                value={range}
                onChange={setRange}
              />
              <ExportAll datasetId={datasetId} datasetName={datasetName} tables={tables} />
            </>
          )}
          <LinkButton href={`/dataset/${datasetId}/settings`} icon={Settings}>
            {t('team.settings')}
          </LinkButton>
        </header>
        {isError && (
          <p role="alert" className={styles.failed}>
            {t('team.failed')}{' '}
            <Button size="small" icon={RotateCw} isDisabled={isFetching} onPress={() => void refetch()}>
              {t('team.again')}
            </Button>
          </p>
        )}
        {!data && !isError && (
          <div role="status">
            <span className="visuallyHidden">{t('team.waiting')}</span>
            <Skeleton height={420} />
          </div>
        )}
        {data && data.people.length === 0 && (
          <EmptyState drawing="done" title={t('team.none.title')}>
            {t('team.none')}
          </EmptyState>
        )}
        {data && data.people.length > 0 && (
          <div className={styles.grid}>
            <CompletionCard progress={data} since={since} datasetName={datasetName} />
            <div className={styles.side}>
              <TodoCard datasetId={datasetId} progress={data} onReassign={setReassigned} />
              <SuggestionsCard suggestions={data.suggestions} datasetName={datasetName} />
            </div>
            <PeopleCard progress={data} since={since} datasetName={datasetName} />
            <LabelsCard questions={data.questions} datasetName={datasetName} />
            <GoldCard datasetId={datasetId} progress={data} datasetName={datasetName} />
            <AgreementCard datasetId={datasetId} datasetName={datasetName} />
          </div>
        )}
        {data && dataset && (
          <div className={styles.assignments}>
            <AssignmentsCard
              datasetId={datasetId}
              workspaceId={dataset.workspace_id}
              minSubmitted={data.min_submitted}
              reassigned={reassigned}
              onReassign={setReassigned}
            />
          </div>
        )}
      </OneColumn>
    </CardTables>
  )
}

interface ExportAllProps {
  datasetId: string
  datasetName: string
  tables: ReadonlyMap<string, Figures>
}

/** Downloads the data of each card as CSV; while agreement is being computed, it waits for that. */
function ExportAll({ datasetId, datasetName, tables }: ExportAllProps) {
  const agreement = useAgreement(datasetId)
  const [isAsked, setAsked] = useState(false)
  const isDue = isAsked && !agreement.isPending
  const save = useEffectEvent(() => {
    setAsked(false)
    for (const [title, figures] of tables) saveCsv(`${datasetName} ${title}`, figures)
    if (agreement.isError) toasts.notify({ type: 'warning', message: t('team.exportAll.noAgreement') })
  })
  useEffect(() => {
    if (isDue) save()
  }, [isDue])
  return (
    <>
      <span role="status" className={isAsked ? styles.lead : 'visuallyHidden'}>
        {isAsked && !isDue && t('team.exportAll.waiting')}
      </span>
      <Button icon={Download} isPending={isAsked} onPress={() => setAsked(true)}>
        {t('team.exportAll')}
      </Button>
    </>
  )
}

/** Answers and completed records by day and user, in the browser's time zone. Throws what the client throws. */
function fetchTeamProgress(datasetId: string): Promise<TeamProgress> {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return api('GET /api/v1/datasets/{dataset_id}/team-progress', {
    params: { dataset_id: datasetId },
    query: { time_zone: timeZone || 'UTC' },
  })
}
