import { Suspense, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { LabelOwner } from '../../form/label-owner.ts'
import type { KeptSelection } from '../../list/use-selection.ts'
import type { DeviceMemory } from '../../local/use-outbox.ts'
import { lazy, useLoadedAhead } from '../../ui/loading/lazy.tsx'
import { AnnotationSkeleton } from '../feedback/AnnotationSkeleton.tsx'
import { readUrl } from '../feedback/url/annotation-url.ts'
import type { DatasetParts } from '../feedback/use-dataset.ts'
import { useUser } from '../session/session.ts'
import { AnnotationView } from './AnnotationView.tsx'

/** Not in the first view: it would make the page too heavy. */
export const AnnotationNews = lazy(() => import('./news/AnnotationNews.tsx').then((m) => m.AnnotationNews), {
  prefetch: false,
})
const BulkView = lazy(() => import('../bulk/BulkView.tsx').then((m) => m.BulkView))

interface FocusOrBulkProps {
  parts: DatasetParts
  memory: DeviceMemory
}

/**
 * Shows one record at a time, or a list for bulk labelling, as the URL says. The list exists for pending records
 * only.
 */
export function FocusOrBulk(props: FocusOrBulkProps) {
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
