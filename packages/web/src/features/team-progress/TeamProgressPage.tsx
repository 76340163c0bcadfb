import type { TeamProgress } from '@postil/contract/feedback/team/team-progress'
import { can } from '@postil/domain/permissions'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate, useParams } from 'react-router'
import { api } from '../../api/client.ts'
import { queryKeys } from '../../api/keys.ts'
import { SILENT } from '../../api/query-client.ts'
import { t } from '../../i18n/areas/team/team-progress.ts'
import { useSettingsDataset } from '../dataset-settings/use-settings.ts'
import type { Figures } from '../exporting/save-csv.ts'
import { useUser } from '../session/session.ts'
import { AgreementCard, useAgreement } from './AgreementCard.tsx'
import { AssignmentsCard } from './AssignmentsCard.tsx'
import { CompletionCard } from './CompletionCard.tsx'
import { browserTimeZone } from './format-day.ts'
import { GoldCard } from './GoldCard.tsx'
import { LabelsCard } from './LabelsCard.tsx'
import { PeopleCard } from './PeopleCard.tsx'
import { SuggestionsCard } from './SuggestionsCard.tsx'
import styles from './TeamPage.module.css'
import { ExportAll, TeamPage } from './TeamPage.tsx'
import { TodoCard } from './TodoCard.tsx'

/** `/dataset/{id}/progress`: the progress of all users of a dataset together, for its managers. */
export function TeamProgressPage() {
  const { id = '' } = useParams()
  const isLead = can(useUser(), 'responses.readAll', { isMember: true })
  return isLead ? <Progress key={id} datasetId={id} /> : <Navigate to={`/dataset/${id}/annotation-mode`} replace />
}

function Progress({ datasetId }: { datasetId: string }) {
  const { dataset, workspace } = useSettingsDataset(datasetId)
  const query = useQuery({
    queryKey: queryKeys.teamProgress(datasetId),
    queryFn: () => fetchTeamProgress(datasetId),
    meta: SILENT,
  })
  const { data } = query
  const crumbs = [
    { label: t('app.datasets'), to: '/datasets' },
    ...(workspace ? [{ label: workspace, to: `/datasets?workspaces=${encodeURIComponent(workspace)}` }] : []),
    ...(dataset ? [{ label: dataset.name, to: `/dataset/${datasetId}/annotation-mode` }] : []),
  ]
  const datasetName = dataset?.name ?? ''
  const [reassigned, setReassigned] = useState<string>()
  return (
    <TeamPage
      crumbs={crumbs}
      settingsPath={`/dataset/${datasetId}/settings`}
      query={query}
      exportAll={(tables) => <ExportAllTables datasetId={datasetId} datasetName={datasetName} tables={tables} />}
      cards={(progress, since) => (
        <>
          <CompletionCard progress={progress} since={since} datasetName={datasetName} note={startedWords(progress)} />
          <div className={styles.side}>
            <TodoCard datasetId={datasetId} progress={progress} onReassign={setReassigned} />
            <SuggestionsCard
              suggestions={progress.suggestions}
              titleOf={(question) => progress.questions.find(({ name }) => name === question)?.title ?? question}
              datasetName={datasetName}
            />
          </div>
          <PeopleCard progress={progress} since={since} datasetName={datasetName} />
          <LabelsCard questions={progress.questions} datasetName={datasetName} />
          <GoldCard datasetId={datasetId} progress={progress} datasetName={datasetName} />
          <AgreementCard datasetId={datasetId} datasetName={datasetName} />
        </>
      )}
    >
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
    </TeamPage>
  )
}

interface ExportAllTablesProps {
  datasetId: string
  datasetName: string
  tables: ReadonlyMap<string, Figures>
}

function ExportAllTables({ datasetId, ...props }: ExportAllTablesProps) {
  return <ExportAll agreement={useAgreement(datasetId)} {...props} />
}

function startedWords({ records, min_submitted: needed }: TeamProgress): string {
  return needed === 1 ? t('team.figure.oneNeeded') : t('team.figure.started', { count: records.started, needed })
}

/** Answers and completed records by day and user, in the browser's time zone. Throws what the client throws. */
function fetchTeamProgress(datasetId: string): Promise<TeamProgress> {
  return api('GET /api/v1/datasets/{dataset_id}/team-progress', {
    params: { dataset_id: datasetId },
    query: { time_zone: browserTimeZone() },
  })
}
