import { can } from '@postil/domain/permissions'
import { useQuery } from '@tanstack/react-query'
import { Navigate } from 'react-router'
import { fetchJobs, type Job } from '../../api/jobs.ts'
import { SILENT } from '../../api/query-client.ts'
import { t } from '../../i18n/areas/team/jobs.ts'
import { EmptyState } from '../../ui/display/EmptyState.tsx'
import { Skeleton } from '../../ui/display/Skeleton.tsx'
import { ListPage, ListSection } from '../../ui/layout/ListPage.tsx'
import { useUser } from '../session/session.ts'
import { JobItem } from './JobItem.tsx'
import { isOpen, JOBS_KEY } from './job.ts'

/** Polling intervals of the list: while jobs are open, and otherwise. */
const POLL_MS = 1500
const IDLE_POLL_MS = 10_000

/** `/jobs`: the server's background jobs, for owners. */
export function JobsPage() {
  return can(useUser(), 'jobs.manage') ? <Jobs /> : <Navigate to="/datasets" replace />
}

function Jobs() {
  const { data, isError, refetch } = useQuery({
    queryKey: JOBS_KEY,
    queryFn: ({ signal }) => fetchJobs(signal),
    refetchInterval: ({ state }) => (state.data?.some(isOpen) ? POLL_MS : IDLE_POLL_MS),
    meta: SILENT,
  })
  return (
    <ListPage
      title={t('jobs.title')}
      lead={t('jobs.lead')}
      problem={isError && t('jobs.failed')}
      onRetry={() => void refetch()}
    >
      {data === undefined ? !isError && <Skeleton height={240} /> : <JobLists jobs={data} />}
    </ListPage>
  )
}

function JobLists({ jobs }: { jobs: readonly Job[] }) {
  if (jobs.length === 0)
    return (
      <EmptyState drawing="done" title={t('jobs.none.title')}>
        {t('jobs.none')}
      </EmptyState>
    )
  const lists = [
    { title: t('jobs.open'), jobs: jobs.filter(isOpen) },
    { title: t('jobs.stuck'), jobs: jobs.filter(({ state }) => state === 'failed') },
    { title: t('jobs.over'), jobs: jobs.filter(({ state }) => state === 'done' || state === 'cancelled') },
  ]
  return lists.map(
    (list) =>
      list.jobs.length > 0 && (
        <ListSection key={list.title} title={list.title}>
          {list.jobs.map((job) => (
            <JobItem key={job.id} job={job} />
          ))}
        </ListSection>
      ),
  )
}
