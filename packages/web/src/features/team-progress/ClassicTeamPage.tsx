import type { TeamProgress } from '@postil/contract/feedback/team/team-progress'
import type { TaskTeamProgress } from '@postil/contract/task/team-progress'
import { can } from '@postil/domain/permissions'
import { useQuery } from '@tanstack/react-query'
import { Navigate } from 'react-router'
import type { ClassicDataset } from '../../api/classic/classic-datasets.ts'
import { headersOf } from '../../api/classic/task-records.ts'
import { api } from '../../api/client.ts'
import { queryKeys } from '../../api/keys.ts'
import { SILENT } from '../../api/query-client.ts'
import { t } from '../../i18n/areas/team/team-progress.ts'
import { listPath } from '../dataset-list/DatasetCrumbs.tsx'
import { MissingDataset, useOpenDataset } from '../explore/open-dataset.tsx'
import { useUser } from '../session/session.ts'
import { CompletionCard } from './CompletionCard.tsx'
import { browserTimeZone } from './format-day.ts'
import { LabelsCard } from './LabelsCard.tsx'
import { PeopleCard } from './PeopleCard.tsx'
import { SuggestionsCard } from './SuggestionsCard.tsx'
import styles from './TeamPage.module.css'
import { ExportAll, TeamPage } from './TeamPage.tsx'
import { CLASSIC_WORDS, WordsContext } from './team-words.ts'

/** `/datasets/{workspace}/{dataset}/progress`: the progress of all users of a classic dataset together, for its managers. */
export function ClassicTeamPage() {
  const { workspace, home, name, path, dataset, isMissing } = useOpenDataset()
  const isLead = can(useUser(), 'responses.readAll', { isMember: true })
  const query = useQuery({
    queryKey: queryKeys.classicTeamProgress(workspace, name),
    queryFn: async () => asTeamProgress(await fetchTaskTeamProgress({ workspace, name }), dataset),
    enabled: isLead && dataset !== undefined,
    meta: SILENT,
  })
  if (!isLead) return <Navigate to={path} replace />
  if (isMissing) return <MissingDataset name={name} />
  const crumbs = [
    { label: t('app.datasets'), to: '/datasets' },
    { label: home, to: listPath(home) },
    { label: name, to: path },
  ]
  return (
    <WordsContext value={CLASSIC_WORDS}>
      <TeamPage
        crumbs={crumbs}
        settingsPath={`${path}/settings`}
        query={query}
        exportAll={(tables) => <ExportAll datasetName={name} tables={tables} />}
        cards={(data, since) => (
          <>
            <CompletionCard progress={data} since={since} datasetName={name} note={notDone(data.counts)} />
            <div className={styles.side}>
              <SuggestionsCard suggestions={data.suggestions} datasetName={name} />
            </div>
            <PeopleCard progress={data} since={since} datasetName={name} />
            <LabelsCard questions={data.questions} datasetName={name} />
          </>
        )}
      />
    </WordsContext>
  )
}

type ClassicProgress = TeamProgress & { counts: TaskTeamProgress['records'] }

/** The progress of a classic dataset in the form in which the cards take it: as if its annotations were the answers to one question. */
function asTeamProgress(progress: TaskTeamProgress, dataset: ClassicDataset | undefined): ClassicProgress {
  const { records, people, predictions, labels, ...rest } = progress
  return {
    ...rest,
    counts: records,
    records: { total: records.total, completed: records.completed, started: 0, gold: 0 },
    min_submitted: 1,
    answers: records.validated,
    people: people.map((person) => ({ ...person, draft: 0 })),
    suggestions: predictions.map((one) => ({ ...one, question: '' })),
    questions: [
      { name: '', title: '', type: dataset?.task === 'Text2Text' ? 'text' : 'multi_label_selection', labels },
    ],
    gold: [],
  }
}

function notDone({ total, completed, discarded }: TaskTeamProgress['records']): string {
  return t('team.classic.notDone', { discarded, left: total - completed })
}

/** Validated and discarded records by day and user, in the browser's time zone. Throws what the client throws. */
function fetchTaskTeamProgress({ workspace, name }: { workspace: string; name: string }): Promise<TaskTeamProgress> {
  return api('GET /api/datasets/{name}/team-progress', {
    params: { name },
    query: { time_zone: browserTimeZone() },
    headers: headersOf({ workspace }),
  })
}
