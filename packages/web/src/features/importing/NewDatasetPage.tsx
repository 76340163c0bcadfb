import './words.ts'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { fetchFeedbackDatasets } from '../../api/datasets.ts'
import { queryKeys } from '../../api/keys.ts'
import { t } from '../../i18n/index.ts'
import { Breadcrumbs } from '../../ui/Breadcrumbs.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { HeaderSlot } from '../../ui/layout/HeaderSlot.tsx'
import { OneColumn } from '../../ui/layout/layouts.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useUser } from '../session/session.ts'
import { fetchMyWorkspaces } from './engine/my-workspaces.ts'
import { ImportFlow } from './ImportFlow.tsx'
import styles from './NewDatasetPage.module.css'

/** `/datasets/new`: a file becomes a dataset, or more records of one (`?into=` its id). */
export function NewDatasetPage() {
  const user = useUser()
  const [params] = useSearchParams()
  const into = params.get('into') ?? undefined
  const workspaces = useQuery({ queryKey: ['my-workspaces'], queryFn: fetchMyWorkspaces })
  const datasets = useQuery({ queryKey: [...queryKeys.datasets(), 'feedback'], queryFn: fetchFeedbackDatasets })
  const title = into === undefined ? t('import.title') : t('import.titleInto')
  return (
    <>
      <HeaderSlot place="crumbs">
        <Breadcrumbs crumbs={[{ label: t('app.datasets'), to: '/datasets' }, { label: title }]} />
      </HeaderSlot>
      <OneColumn width={1120}>
        <h1 className={styles.title}>{title}</h1>
        {user.role === 'annotator' ? (
          <EmptyState drawing="lost">{t('import.noRights')}</EmptyState>
        ) : !workspaces.data || datasets.isPending ? (
          <Skeleton height={300} />
        ) : workspaces.data.length === 0 ? (
          <EmptyState drawing="lost">{t('import.noWorkspace')}</EmptyState>
        ) : (
          <ImportFlow key={into} workspaces={workspaces.data} datasets={datasets.data ?? []} into={into} />
        )}
      </OneColumn>
    </>
  )
}
