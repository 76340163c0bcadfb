import './words.ts'
import { normaliseError } from '../../../api/normalise-error.ts'
import { TopBarTwoColumns } from '../../../ui/layout/layouts.tsx'
import { SPLIT_KEY, SPLIT_SHARE } from '../annotation/AnnotationSkeleton.tsx'
import { WithGuidelines } from '../annotation/guidelines/WithGuidelines.tsx'
import { PanelRail } from '../annotation/PanelRail.tsx'
import { QueueBar } from '../annotation/QueueBar.tsx'
import { QueueNotice } from '../annotation/queue/QueueNotice.tsx'
import { isNarrowed } from '../annotation/queue/record-query.ts'
import { SpanDeskProvider } from '../annotation/spans/SpanDeskProvider.tsx'
import type { DatasetParts } from '../annotation/use-dataset.ts'
import type { Notice } from '../annotation/use-work.ts'
import type { DeviceMemory } from '../outbox/use-outbox.ts'
import { BulkCommands } from './BulkCommands.tsx'
import { BulkForm } from './BulkForm.tsx'
import { BulkList } from './BulkList.tsx'
import { ConfirmAll } from './ConfirmAll.tsx'
import { type Bulk, useBulk } from './use-bulk.ts'

interface BulkViewProps {
  parts: DatasetParts
  memory: DeviceMemory
}

/** Bulk mode: a list of records left, one form for all that are selected right. */
export function BulkView({ parts, memory }: BulkViewProps) {
  const bulk = useBulk(parts, memory)
  const { dataset } = parts
  const { url, setUrl } = bulk
  const notice = noticeOf(bulk, dataset.status === 'draft')
  return (
    <SpanDeskProvider>
      <BulkCommands bulk={bulk} />
      <TopBarTwoColumns
        storageKey={SPLIT_KEY}
        defaultShare={SPLIT_SHARE}
        topBar={<QueueBar datasetId={dataset.id} memory={memory} url={url} setUrl={setUrl} />}
        left={
          notice ? (
            <QueueNotice notice={notice} datasetId={dataset.id} memory={memory} url={url} setUrl={setUrl} />
          ) : (
            <BulkList bulk={bulk} fields={parts.fields} questions={parts.questions} />
          )
        }
        right={
          notice && !bulk.run.progress && !bulk.leftAlone ? null : (
            <WithGuidelines dataset={dataset}>
              <BulkForm bulk={bulk} questions={parts.questions} />
            </WithGuidelines>
          )
        }
        sidebar={<PanelRail dataset={dataset} memory={memory} session={bulk.sessionCount} />}
      />
      <ConfirmAll bulk={bulk} />
    </SpanDeskProvider>
  )
}

function noticeOf({ page, url }: Bulk, isUnpublished: boolean): Notice | undefined {
  const onAgain = page.retry
  if (isUnpublished) return { kind: 'unpublished', onAgain }
  if (page.total === undefined) {
    return page.error ? { kind: 'failed', detail: normaliseError(page.error).message, onAgain } : undefined
  }
  if (page.total > 0 || page.isStale) return undefined
  return { kind: isNarrowed(url) ? 'noMatch' : 'empty', onAgain }
}
