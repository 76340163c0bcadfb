import { can } from '@postil/domain/permissions'
import { FileUp, SlidersHorizontal } from 'lucide-react'
import { Suspense } from 'react'
import { Navigate, useNavigate } from 'react-router'
import type { ClassicDataset } from '../../api/classic/classic-datasets.ts'
import { t } from '../../i18n/areas/classic/explore.ts'
import { commands } from '../../keyboard/use-command.ts'
import { SavedMark } from '../../local/saved/SavedMark.tsx'
import { type DeviceMemory, useDeviceMemory } from '../../local/use-outbox.ts'
import { SpanContextProvider } from '../../spans/span-context.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { HeaderSlot } from '../../ui/layout/HeaderSlot.tsx'
import { lazy } from '../../ui/loading/lazy.tsx'
import { DatasetCrumbs, listPath } from '../dataset-list/DatasetCrumbs.tsx'
import { NEW_DATASET_PATH } from '../dataset-list/new-dataset-path.ts'
import { ExportButton } from '../exporting/ExportButton.tsx'
import { useUser } from '../session/session.ts'
import { ExploreView } from './ExploreView.tsx'
import { OpenDatasetContext } from './labels/AddLabelsHere.tsx'
import { ListSkeleton } from './list/ListStates.tsx'
import { MissingDataset, useOpenDataset } from './open-dataset.tsx'

const group = t('explore.group')

commands.define([
  { id: 'explore.search', label: t('explore.searchKey'), group, keys: ['/'] },
  { id: 'explore.validate', label: t('explore.validate'), group, keys: ['Enter'] },
  { id: 'explore.discard', label: t('explore.discard'), group, keys: ['Backspace'] },
  { id: 'explore.annotateAs', label: t('explore.annotateAs'), group, keys: ['.'] },
  { id: 'explore.undo', label: t('explore.undo'), group, keys: ['Mod+Z'] },
  // When X is the key of a label, the focused card uses it for the label.
  { id: 'explore.select', label: t('explore.selectKey'), group, keys: ['X'] },
  { id: 'explore.selectRange', label: t('explore.selectRange'), group, keys: ['Shift+X'] },
  { id: 'explore.selectPage', label: t('explore.selectPage'), group, keys: ['Mod+A'] },
  { id: 'explore.previous', label: t('explore.previous'), group, keys: ['ArrowLeft'] },
  { id: 'explore.next', label: t('explore.next'), group, keys: ['ArrowRight'] },
  { id: 'explore.refresh', label: t('explore.refresh'), group },
])

/** The page of a classic dataset, found by the names of its workspace and dataset. */
export function ExplorePage() {
  const navigate = useNavigate()
  const { workspace, home, name, path, dataset, isMissing } = useOpenDataset()
  const user = useUser()
  const memory = useDeviceMemory(user.id, `${workspace}.${name}`)
  if (isMissing && name === 'settings') return <Navigate to={listPath(workspace)} replace />
  if (isMissing) return <MissingDataset name={name} />
  return (
    <>
      <DatasetCrumbs workspace={home} dataset={name} />
      <h1 className="visuallyHidden">{name}</h1>
      <HeaderSlot place="saved">{memory && <SavedMark outbox={memory.outbox} />}</HeaderSlot>
      <HeaderSlot place="actions">
        {can(user, 'dataset.manage', { isMember: true }) && (
          <Button
            variant="quiet"
            size="medium"
            icon={FileUp}
            onPress={() =>
              void navigate(`${NEW_DATASET_PATH}?${new URLSearchParams({ workspace: home, dataset: name })}`)
            }
          >
            {t('explore.addRecords')}
          </Button>
        )}
        <ExportButton source={dataset} size="medium" />
        <Button
          variant="quiet"
          size="medium"
          icon={SlidersHorizontal}
          onPress={() => void navigate(`${path}/settings`)}
        >
          {t('app.settings')}
        </Button>
      </HeaderSlot>
      {dataset && memory ? (
        <OpenDatasetContext value={dataset}>
          <Suspense fallback={<ListSkeleton count={5} />}>
            <TaskView key={dataset.id} dataset={dataset} memory={memory} />
          </Suspense>
        </OpenDatasetContext>
      ) : (
        <ListSkeleton count={5} />
      )}
    </>
  )
}

interface TaskViewProps {
  dataset: ClassicDataset
  memory: DeviceMemory
}

// A dataset needs the code of one task only.
const Classification = lazy(
  async () => {
    const { textClassification } = await import('./text-classification/index.ts')
    return (props: TaskViewProps) => <ExploreView parts={textClassification} {...props} />
  },
  { prefetch: false },
)
const Tokens = lazy(
  async () => {
    const { tokenClassification } = await import('./token-classification/index.tsx')
    return (props: TaskViewProps) => (
      <SpanContextProvider>
        <ExploreView parts={tokenClassification} {...props} />
      </SpanContextProvider>
    )
  },
  { prefetch: false },
)
const Texts = lazy(
  async () => {
    const { text2Text } = await import('./text2text/index.ts')
    return (props: TaskViewProps) => <ExploreView parts={text2Text} {...props} />
  },
  { prefetch: false },
)

function TaskView(props: TaskViewProps) {
  switch (props.dataset.task) {
    case 'TextClassification':
      return <Classification {...props} />
    case 'TokenClassification':
      return <Tokens {...props} />
    case 'Text2Text':
      return <Texts {...props} />
  }
}
