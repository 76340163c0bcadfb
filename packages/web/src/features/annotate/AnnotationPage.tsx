import { can } from '@postil/domain/permissions'
import { SlidersHorizontal } from 'lucide-react'
import { Suspense, useRef } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { LabelOwner } from '../../form/label-owner.ts'
import { t } from '../../i18n/areas/feedback.ts'
import type { KeptSelection } from '../../list/use-selection.ts'
import { type DeviceMemory, useDeviceMemory } from '../../local/use-outbox.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { HeaderSlot } from '../../ui/layout/HeaderSlot.tsx'
import { lazy, useLoadedAhead } from '../../ui/loading/lazy.tsx'
import { DatasetCrumbs } from '../dataset-list/DatasetCrumbs.tsx'
import { ExportButton } from '../exporting/ExportButton.tsx'
import { AnnotationSkeleton } from '../feedback/AnnotationSkeleton.tsx'
import '../feedback/commands.ts'
import { SavedMark } from '../../local/saved/SavedMark.tsx'
import { readUrl } from '../feedback/url/annotation-url.ts'
import { type DatasetParts, useDataset } from '../feedback/use-dataset.ts'
import { useUser } from '../session/session.ts'
import { AnnotationView } from './AnnotationView.tsx'
import { useArrangement } from './use-arrangement.ts'

/** Not in the first view: it would make the page too heavy. */
export const AnnotationNews = lazy(() => import('./news/AnnotationNews.tsx').then((m) => m.AnnotationNews), {
  prefetch: false,
})
const BulkView = lazy(() => import('../bulk/BulkView.tsx').then((m) => m.BulkView))

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
        <ExportButton source={{ datasetId: id }} size="medium" />
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

interface FocusOrBulkProps {
  parts: DatasetParts
  memory: DeviceMemory
}

/**
 * Shows one record at a time, or a list for bulk labelling, as the URL says. The list exists for pending records
 * only.
 */
function FocusOrBulk(props: FocusOrBulkProps) {
  const [params, setParams] = useSearchParams()
  const { view, status, recordId } = readUrl(params).url
  const kept: KeptSelection = useRef(undefined)
  const leave = () => {
    const rest = new URLSearchParams(params)
    rest.delete('view')
    setParams(rest, { replace: true })
  }
  const { id: userId } = useUser()
  const hasNews = useLoadedAhead(AnnotationNews)
  const isBulk = view === 'bulk' && status === 'pending' && recordId === undefined
  return (
    <LabelOwner value={`${userId}.${props.parts.dataset.id}`}>
      {hasNews && <AnnotationNews datasetId={props.parts.dataset.id} />}
      {isBulk ? (
        <Suspense fallback={<AnnotationSkeleton />}>
          <BulkView {...props} kept={kept} onAway={leave} />
        </Suspense>
      ) : (
        <AnnotationView {...props} />
      )}
    </LabelOwner>
  )
}
