import { useQuery } from '@tanstack/react-query'
import { SlidersHorizontal } from 'lucide-react'
import { useLayoutEffect } from 'react'
import { useNavigate, useParams } from 'react-router'
import type { ClassicDataset } from '../../api/classic-datasets.ts'
import { refusalOf } from '../../api/errors.ts'
import { queryKeys } from '../../api/keys.ts'
import { enterWorkspace } from '../../api/session-link.ts'
import { fetchTaskDataset } from '../../api/task-records.ts'
import { t } from '../../i18n/index.ts'
import { SavedMark } from '../../local/saved/SavedMark.tsx'
import { type DeviceMemory, useDeviceMemory } from '../../local/use-outbox.ts'
import { Breadcrumbs } from '../../ui/Breadcrumbs.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { HeaderSlot } from '../../ui/layout/HeaderSlot.tsx'
import './commands.ts'
import { useUser } from '../session/session.ts'
import { ExploreView } from './ExploreView.tsx'
import { ListSkeleton } from './ListStates.tsx'
import { textClassification } from './text-classification/index.ts'

/** The page of a classic dataset, by the names of its workspace and its own. */
export function ExplorePage() {
  const { workspace = '', dataset: name = '' } = useParams()
  const navigate = useNavigate()
  // Before anything is asked for: every call of this page names its workspace.
  useLayoutEffect(() => enterWorkspace(workspace), [workspace])
  const { data: dataset, error } = useQuery({
    queryKey: queryKeys.taskDataset({ workspace, name }),
    queryFn: () => fetchTaskDataset({ workspace, name }),
    retry: false,
    meta: { isSilent: true },
  })
  const { id: userId } = useUser()
  const memory = useDeviceMemory(userId, `${workspace}.${name}`)
  if (error) {
    if (refusalOf(error)?.status === 404) return <Missing>{t('explore.notFound', { name })}</Missing>
    // The error page of the route says it.
    throw error
  }
  const settings = `/datasets/${encodeURIComponent(workspace)}/${encodeURIComponent(name)}/settings`
  return (
    <>
      <HeaderSlot place="crumbs">
        <Breadcrumbs
          crumbs={[
            { label: t('explore.datasets'), to: '/datasets' },
            { label: workspace, to: `/datasets?workspaces=${encodeURIComponent(workspace)}` },
            { label: name, isCopyable: true },
          ]}
        />
      </HeaderSlot>
      <h1 className="visuallyHidden">{name}</h1>
      <HeaderSlot place="saved">{memory && <SavedMark outbox={memory.outbox} />}</HeaderSlot>
      <HeaderSlot place="actions">
        <Button variant="quiet" size="medium" icon={SlidersHorizontal} onPress={() => void navigate(settings)}>
          {t('explore.settings')}
        </Button>
      </HeaderSlot>
      {dataset && memory ? <TaskView key={dataset.id} dataset={dataset} memory={memory} /> : <ListSkeleton count={5} />}
    </>
  )
}

function TaskView({ dataset, memory }: { dataset: ClassicDataset; memory: DeviceMemory }) {
  switch (dataset.task) {
    case 'TextClassification':
      return <ExploreView parts={textClassification} {...{ dataset, memory }} />
    case 'TokenClassification':
    case 'Text2Text':
      return (
        <EmptyState drawing="later" title={t('app.later.title')}>
          {t('app.later.task')}
        </EmptyState>
      )
    default:
      throw new Error(unknownTask(dataset.task))
  }
}

/** A dataset that is not there, or not for this user. */
function Missing({ children }: { children: string }) {
  const navigate = useNavigate()
  return (
    <EmptyState
      drawing="lost"
      level={1}
      title={t('app.error.notFound')}
      action={<Button onPress={() => void navigate('/datasets')}>{t('app.later.action')}</Button>}
    >
      {children}
    </EmptyState>
  )
}

/** What is said of a dataset whose task this app does not know. */
function unknownTask(task: unknown): string {
  return task === null || task === undefined ? t('explore.wrongTask') : t('explore.unknownTask')
}
