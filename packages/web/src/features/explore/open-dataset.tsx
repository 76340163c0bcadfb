import { TASKS, type Task } from '@postil/contract/task/constants'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useLayoutEffect } from 'react'
import { useNavigate, useParams } from 'react-router'
import { enterWorkspace } from '../../api/account/session-link.ts'
import { fetchTaskDataset } from '../../api/classic/task-records.ts'
import { refusalOf } from '../../api/errors.ts'
import { queryKeys } from '../../api/keys.ts'
import { SILENT } from '../../api/query-client.ts'
import { t } from '../../i18n/areas/classic/explore.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { EmptyState } from '../../ui/display/EmptyState.tsx'

/**
 * The classic dataset that the URL names. Every request of the page carries its workspace.
 *
 * @returns `home`: the present name of the workspace, which the URL may call by a former one. `isMissing` when this user has no such dataset.
 * Any other failure, including an unknown task, is thrown to the error page of the route
 */
export function useOpenDataset() {
  const { workspace = '', dataset: name = '' } = useParams()
  // Before any request is sent.
  useLayoutEffect(() => enterWorkspace(workspace), [workspace])
  const { data: dataset, error } = useQuery({
    queryKey: queryKeys.taskDataset({ workspace, name }),
    queryFn: () => fetchTaskDataset({ workspace, name }),
    retry: false,
    meta: SILENT,
  })
  const isMissing = isMissingIn(error)
  // An open dataset that cannot be fetched again stays open.
  if (error && !isMissing && !dataset) throw error
  if (dataset) checkTask(dataset.task)
  const path = `/datasets/${encodeURIComponent(workspace)}/${encodeURIComponent(name)}`
  return { workspace, home: dataset?.renamed ?? workspace, name, path, dataset, isMissing }
}

/** Whether an open dataset was deleted meanwhile, which an error of its records suggests; its page then says so. */
export async function isGone(
  client: QueryClient,
  dataset: { workspace: string; name: string },
  error: unknown,
): Promise<boolean> {
  if (!isMissingIn(error)) return false
  const queryKey = queryKeys.taskDataset(dataset)
  await client.refetchQueries({ queryKey, exact: true })
  return isMissingIn(client.getQueryState(queryKey)?.error)
}

function isMissingIn(error: unknown): boolean {
  return refusalOf(error)?.status === 404
}

function checkTask(task: Task | null): void {
  if (task === null || task === undefined) throw new Error(t('explore.wrongTask'))
  if (!TASKS.includes(task)) throw new Error(t('explore.unknownTask'))
}

/** Shown for a dataset that does not exist or is not visible to this user, perhaps no longer. */
export function MissingDataset({ name }: { name: string }) {
  const navigate = useNavigate()
  return (
    <EmptyState
      drawing="lost"
      level={1}
      title={t('app.error.notFound')}
      action={<Button onPress={() => void navigate('/datasets')}>{t('app.later.action')}</Button>}
    >
      {t('explore.notFound', { name })}
    </EmptyState>
  )
}
