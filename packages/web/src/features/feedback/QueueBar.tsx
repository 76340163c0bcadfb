import type { RecordStatus } from '@postil/domain/outbox/entry'
import { memo, useCallback } from 'react'
import type { DeviceMemory } from '../../local/use-outbox.ts'
import { QueueTabs } from '../../queue/QueueTabs.tsx'
import styles from './AnnotationView.module.css'
import { FeedbackToolbar } from './finding/FeedbackToolbar.tsx'
import { QUEUES } from './records/status.ts'
import { useCounts, useDeliveredCounts } from './records/use-counts.ts'
import { type AnnotationUrl, withQuery } from './url/annotation-url.ts'
import type { ChangeUrl } from './url/use-annotation-url.ts'

interface QueueBarProps {
  datasetId: string
  memory: DeviceMemory
  url: AnnotationUrl
  setUrl: ChangeUrl
}

/** The bar above the record: queue tabs with counts, and search, filters and sort. */
export const QueueBar = memo(function QueueBar(props: QueueBarProps) {
  const { datasetId, url, setUrl } = props
  return (
    <>
      <CountedTabs {...props} />
      <span className={styles.grow} />
      <FeedbackToolbar
        datasetId={datasetId}
        url={url}
        onChange={(change, how) => setUrl((now) => withQuery(now, change), how)}
      />
    </>
  )
})

// A separate component, so that it alone re-renders when an answer changes the counts.
function CountedTabs({ datasetId, memory, url, setUrl }: QueueBarProps) {
  useDeliveredCounts(datasetId, memory)
  const counts = useCounts(datasetId, memory)
  const change = useCallback(
    (status: RecordStatus) => setUrl((now) => withQuery(now, { status, view: 'focus' })),
    [setUrl],
  )
  return <QueueTabs {...QUEUES} value={url.status} counts={counts} onChange={change} />
}
