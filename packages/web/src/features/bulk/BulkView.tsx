import { type ReactNode, useEffect } from 'react'
import { t } from '../../i18n/areas/bulk.ts'
import { focusLost } from '../../list/focus-lost.ts'
import type { KeptSelection } from '../../list/use-selection.ts'
import type { DeviceMemory } from '../../local/use-outbox.ts'
import { SpanContextProvider } from '../../spans/span-context.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { TopBarTwoColumns } from '../../ui/layout/layouts.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { SPLIT_KEY, SPLIT_SHARE } from '../feedback/AnnotationSkeleton.tsx'
import { failedNotice, type Notice } from '../feedback/notices/notice.ts'
import { RecordNotice } from '../feedback/notices/RecordNotice.tsx'
import { PanelRail } from '../feedback/panels/PanelRail.tsx'
import { QueueBar } from '../feedback/QueueBar.tsx'
import { isNarrowed } from '../feedback/records/record-query.ts'
import type { DatasetParts } from '../feedback/use-dataset.ts'
import { BulkCommands } from './BulkCommands.tsx'
import styles from './BulkView.module.css'
import { BulkForm } from './form/BulkForm.tsx'
import { useFormSheet } from './form/use-form-sheet.ts'
import { AssignRecords, AssignRecordsDialog, WatchAssignment } from './list/AssignRecords.tsx'
import { BulkList } from './list/BulkList.tsx'
import { KeepLeases } from './list/KeepLeases.tsx'
import { preloadMarks } from './list/suggested-marks.tsx'
import { type Bulk, useBulk } from './use-bulk.ts'

interface BulkViewProps {
  parts: DatasetParts
  memory: DeviceMemory
  /** Keeps the selection while the user looks at one record or another queue. */
  kept: KeptSelection
}

/** The bulk view: a list of records, and one form for all selected ones, beside it or over it on a small screen. */
export function BulkView({ parts, memory, kept }: BulkViewProps) {
  const bulk = useBulk(parts, memory, kept)
  const { dataset, questions } = parts
  const { url, setUrl } = bulk
  const sheet = useFormSheet()
  useEffect(() => preloadMarks(questions), [questions])
  const notice = noticeOf(bulk, dataset.status === 'draft')
  const hasForm = !notice || bulk.run.progress !== undefined || bulk.leftAlone !== undefined
  // The form unmounts after the list, while the last answer is being sent: give its focus to what replaced it.
  useEffect(() => {
    if (!hasForm) focusLost()
  }, [hasForm])
  const behind = (part: ReactNode) => (
    <div className={styles.behind} inert={hasForm && sheet.isOpen}>
      {part}
    </div>
  )
  return (
    <SpanContextProvider>
      <BulkCommands bulk={bulk} sheet={sheet} />
      {bulk.page.isShared && <KeepLeases bulk={bulk} />}
      {bulk.assigning && <WatchAssignment key={bulk.assigning.jobId} bulk={bulk} started={bulk.assigning} />}
      <TopBarTwoColumns
        storageKey={SPLIT_KEY}
        defaultShare={SPLIT_SHARE}
        topBar={behind(<QueueBar datasetId={dataset.id} memory={memory} url={url} setUrl={setUrl} />)}
        left={behind(
          notice ? (
            <RecordNotice
              notice={notice}
              datasetId={dataset.id}
              memory={memory}
              url={url}
              setUrl={setUrl}
              // Whatever is pending for the lead: records of the filter can be assigned to others, and taken back.
              extra={<AssignRecords bulk={bulk} variant="default" size="large" />}
            />
          ) : (
            <BulkList
              bulk={bulk}
              fields={parts.fields}
              questions={questions}
              isStacked={sheet.isStacked}
              onReach={sheet.open}
            />
          ),
        )}
        right={hasForm ? <BulkForm bulk={bulk} parts={parts} sheet={sheet} /> : null}
        sidebar={behind(<PanelRail dataset={dataset} memory={memory} session={bulk.sessionCount} />)}
      />
      <ConfirmAll bulk={bulk} />
      <AssignRecordsDialog bulk={bulk} />
    </SpanContextProvider>
  )
}

function noticeOf({ page, url }: Bulk, isUnpublished: boolean): Notice | undefined {
  const onAgain = page.retry
  if (isUnpublished) return { kind: 'unpublished', onAgain }
  if (page.total === undefined) return page.error ? failedNotice(page.error, onAgain) : undefined
  if (page.total > 0 || page.isStale) return undefined
  return { kind: isNarrowed(url) ? 'noMatch' : 'empty', isShared: page.isShared, onAgain }
}

/** Asks for confirmation before all matching records are answered or skipped: which action, and how many records. */
function ConfirmAll({ bulk: { toConfirm: status, targetCount: count, isFilling, confirm } }: { bulk: Bulk }) {
  return (
    <Dialog
      title={t(status === 'skip' ? 'bulk.confirm.skip.title' : 'bulk.confirm.title', { count })}
      isOpen={status !== undefined}
      onClose={() => confirm(false)}
      width={440}
      footer={
        status && (
          <>
            <Button onPress={() => confirm(false)}>{t('ui.cancel')}</Button>
            <Button variant="primary" autoFocus onPress={() => confirm(true)}>
              {t(`bulk.confirm.do.${status}`, { count })}
            </Button>
          </>
        )
      }
    >
      {status && (
        <p>
          {t(`bulk.confirm.${status}`, { count })} {isFilling && status !== 'skip' && t('bulk.confirm.fill')}{' '}
          {t('bulk.confirm.undo')}
        </p>
      )}
    </Dialog>
  )
}
