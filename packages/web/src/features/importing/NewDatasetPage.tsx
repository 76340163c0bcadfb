import { can } from '@postil/domain/permissions'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { fetchFeedbackDatasets } from '../../api/feedback/datasets.ts'
import { queryKeys } from '../../api/keys.ts'
import { SILENT } from '../../api/query-client.ts'
import { t } from '../../i18n/areas/importing.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { EmptyState } from '../../ui/display/EmptyState.tsx'
import { Skeleton } from '../../ui/display/Skeleton.tsx'
import { OneColumn } from '../../ui/layout/layouts.tsx'
import { useUser } from '../session/session.ts'
import { fetchMyWorkspaces } from './engine/my-workspaces.ts'
import { ImportFlow } from './ImportFlow.tsx'
import { ImportHead } from './ImportHead.tsx'

/** `/datasets/new`: create a dataset from a file, or add its records to one (`?into=` its id, `?workspace=` and `dataset=` for a classic one). */
export function NewDatasetPage() {
  const user = useUser()
  const [params] = useSearchParams()
  const into = params.get('into') ?? undefined
  const [workspace, dataset] = [params.get('workspace'), params.get('dataset')]
  const intoClassic = workspace !== null && dataset !== null ? { workspace, name: dataset } : undefined
  const isNew = into === undefined && intoClassic === undefined
  const workspaces = useQuery({ queryKey: ['my-workspaces'], queryFn: fetchMyWorkspaces, meta: SILENT })
  const datasets = useQuery({ queryKey: [...queryKeys.datasets(), 'feedback'], queryFn: fetchFeedbackDatasets })
  const canManage = can(user, 'dataset.manage', { isMember: true })
  const canImport = canManage && !datasets.isPending
  return (
    <OneColumn width={1120}>
      {canImport && workspaces.data && workspaces.data.length > 0 ? (
        <ImportFlow
          key={into ?? `${workspace}.${dataset}`}
          workspaces={workspaces.data}
          datasets={datasets.data ?? []}
          {...{ into, intoClassic }}
        />
      ) : (
        <>
          <ImportHead title={t(isNew ? 'import.title' : 'import.titleInto')} />
          {!canManage ? (
            <EmptyState drawing="lost">{t('import.noRights')}</EmptyState>
          ) : workspaces.isError ? (
            <EmptyState
              drawing="offline"
              action={<Button onPress={() => void workspaces.refetch()}>{t('app.unreachable.retry')}</Button>}
            >
              {t('import.noWorkspaces')}
            </EmptyState>
          ) : !workspaces.data || datasets.isPending ? (
            <Skeleton height={300} />
          ) : (
            <EmptyState drawing="lost">{t('import.noWorkspace')}</EmptyState>
          )}
        </>
      )}
    </OneColumn>
  )
}
