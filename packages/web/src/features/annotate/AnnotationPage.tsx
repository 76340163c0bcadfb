import { can } from '@postil/domain/permissions'
import { Download, SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { t } from '../../i18n/areas/feedback.ts'
import { useDeviceMemory } from '../../local/use-outbox.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { HeaderSlot } from '../../ui/layout/HeaderSlot.tsx'
import { DatasetCrumbs } from '../dataset-list/DatasetCrumbs.tsx'
import { LazyExportDialog } from '../exporting/LazyExportDialog.tsx'
import { AnnotationSkeleton } from '../feedback/AnnotationSkeleton.tsx'
import { FocusOrBulk } from './FocusOrBulk.tsx'
import '../feedback/commands.ts'
import { SavedMark } from '../../local/saved/SavedMark.tsx'
import { useDataset } from '../feedback/use-dataset.ts'
import { useUser } from '../session/session.ts'
import { useArrangement } from './use-arrangement.ts'

const NOTHING_YET = { fields: [], questions: [] }

/** The page on which users read and annotate the records of a feedback dataset. */
export function AnnotationPage() {
  const { id = '' } = useParams()
  const user = useUser()
  const userId = user.id
  // For annotators, the settings page contains only the guidelines.
  const canManage = can(user, 'dataset.manage', { isMember: true })
  const navigate = useNavigate()
  const { dataset, fields, questions, workspace } = useDataset(id)
  const memory = useDeviceMemory(userId, id)
  const kept = useArrangement(`${userId}.${id}`, NOTHING_YET, [])
  const settingsPath = `/dataset/${id}/settings`
  return (
    <>
      <DatasetCrumbs workspace={workspace} dataset={dataset?.name} />
      <h1 className="visuallyHidden">{dataset?.name ?? t('annotate.group')}</h1>
      <HeaderSlot place="saved">{memory && <SavedMark outbox={memory.outbox} />}</HeaderSlot>
      <HeaderSlot place="actions">
        <ExportButton datasetId={id} />
        <Button variant="quiet" size="medium" icon={SlidersHorizontal} onPress={() => void navigate(settingsPath)}>
          {t(canManage ? 'app.settings' : 'annotate.guidelines')}
        </Button>
      </HeaderSlot>
      {dataset && fields && questions && memory ? (
        <FocusOrBulk key={id} parts={{ dataset, fields, questions }} memory={memory} />
      ) : (
        <AnnotationSkeleton {...kept} />
      )}
    </>
  )
}

/** The button that opens the export of a dataset. */
function ExportButton({ datasetId }: { datasetId: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="quiet" size="medium" icon={Download} onPress={() => setOpen(true)}>
        {t('export.button')}
      </Button>
      {isOpen && <LazyExportDialog datasetId={datasetId} onClose={() => setOpen(false)} />}
    </>
  )
}
