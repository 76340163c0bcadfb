import { can } from '@postil/domain/permissions'
import { Download, FileUp, SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { Navigate, useNavigate } from 'react-router'
import type { ClassicDataset } from '../../api/classic-datasets.ts'
import { t } from '../../i18n/explore.ts'
import { SavedMark } from '../../local/saved/SavedMark.tsx'
import { type DeviceMemory, useDeviceMemory } from '../../local/use-outbox.ts'
import { SpanDeskProvider } from '../../spans/SpanDeskProvider.tsx'
import { Breadcrumbs } from '../../ui/Breadcrumbs.tsx'
import { Button } from '../../ui/Button.tsx'
import { HeaderSlot } from '../../ui/layout/HeaderSlot.tsx'
import './commands.ts'
import { NEW_DATASET_PATH } from '../dataset-list/new-dataset-path.ts'
import { LazyClassicExportDialog } from '../exporting/LazyExportDialog.tsx'
import { useUser } from '../session/session.ts'
import { ExploreView } from './ExploreView.tsx'
import { ListSkeleton } from './ListStates.tsx'
import { OpenDatasetContext } from './labels/AddLabelsHere.tsx'
import { listPath, MissingDataset, useOpenDataset } from './open-dataset.tsx'
import { textClassification } from './text-classification/index.ts'
import { text2Text } from './text2text/index.ts'
import { tokenClassification } from './token-classification/index.tsx'

/** The page of a classic dataset, by the names of its workspace and its own. */
export function ExplorePage() {
  const navigate = useNavigate()
  const { workspace, name, path, dataset, isMissing } = useOpenDataset()
  const user = useUser()
  const memory = useDeviceMemory(user.id, `${workspace}.${name}`)
  if (isMissing && name === 'settings') return <Navigate to={listPath(workspace)} replace />
  if (isMissing) return <MissingDataset name={name} />
  return (
    <>
      <HeaderSlot place="crumbs">
        <Breadcrumbs
          crumbs={[
            { label: t('explore.datasets'), to: '/datasets' },
            { label: workspace, to: listPath(workspace) },
            { label: name, isCopyable: true },
          ]}
        />
      </HeaderSlot>
      <h1 className="visuallyHidden">{name}</h1>
      <HeaderSlot place="saved">{memory && <SavedMark outbox={memory.outbox} />}</HeaderSlot>
      <HeaderSlot place="actions">
        {dataset && can(user, 'dataset.manage', { isMember: true }) && (
          <Button
            variant="quiet"
            size="medium"
            icon={FileUp}
            onPress={() => void navigate(`${NEW_DATASET_PATH}?${new URLSearchParams({ workspace, dataset: name })}`)}
          >
            {t('explore.addRecords')}
          </Button>
        )}
        {dataset && <ExportButton dataset={dataset} />}
        <Button
          variant="quiet"
          size="medium"
          icon={SlidersHorizontal}
          onPress={() => void navigate(`${path}/settings`)}
        >
          {t('explore.settings')}
        </Button>
      </HeaderSlot>
      {dataset && memory ? (
        <OpenDatasetContext value={dataset}>
          <TaskView key={dataset.id} dataset={dataset} memory={memory} />
        </OpenDatasetContext>
      ) : (
        <ListSkeleton count={5} />
      )}
    </>
  )
}

function ExportButton({ dataset: { workspace, name, task } }: { dataset: ClassicDataset }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="quiet" size="medium" icon={Download} onPress={() => setOpen(true)}>
        {t('export.button')}
      </Button>
      {isOpen && <LazyClassicExportDialog source={{ workspace, name, task }} onClose={() => setOpen(false)} />}
    </>
  )
}

function TaskView({ dataset, memory }: { dataset: ClassicDataset; memory: DeviceMemory }) {
  switch (dataset.task) {
    case 'TextClassification':
      return <ExploreView parts={textClassification} {...{ dataset, memory }} />
    case 'TokenClassification':
      return (
        <SpanDeskProvider>
          <ExploreView parts={tokenClassification} {...{ dataset, memory }} />
        </SpanDeskProvider>
      )
    case 'Text2Text':
      return <ExploreView parts={text2Text} {...{ dataset, memory }} />
  }
}
