import type { Question } from '@postil/contract/feedback/settings/questions'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useMemo } from 'react'
import { queueQuery } from '../../api/feedback/queries.ts'
import { queryKeys } from '../../api/keys.ts'
import { SILENT } from '../../api/query-client.ts'
import { FIND_FROM, preloadManyLabels } from '../../form/LabelQuestion.tsx'
import { t } from '../../i18n/index.ts'
import type { DeviceMemory } from '../../local/use-outbox.ts'
import { preloadSpans } from '../../spans/lazy-spans.ts'
import { SpanContextProvider } from '../../spans/span-context.tsx'
import { ErrorBoundary } from '../../ui/display/ErrorBoundary.tsx'
import { TopBarTwoColumns } from '../../ui/layout/layouts.tsx'
import { lazy } from '../../ui/loading/lazy.tsx'
import { FormSkeleton, linesToKeep, RecordSkeleton, SPLIT_KEY, SPLIT_SHARE } from '../feedback/AnnotationSkeleton.tsx'
import styles from '../feedback/AnnotationView.module.css'
import { WithGuidelines } from '../feedback/guidelines/WithGuidelines.tsx'
import { PanelRail } from '../feedback/panels/PanelRail.tsx'
import { QueueBar } from '../feedback/QueueBar.tsx'
import type { DatasetParts } from '../feedback/use-dataset.ts'
import { useUser } from '../session/session.ts'
import { useArrangement } from './use-arrangement.ts'
import { useWork } from './use-work.ts'
import { WorkCommands } from './WorkCommands.tsx'
import { WorkForm } from './WorkForm.tsx'
import { WorkRecord } from './WorkRecord.tsx'

const RecordNotice = lazy(() => import('../feedback/notices/RecordNotice.tsx').then((m) => m.RecordNotice))

const SharedWork = lazy(() => import('./SharedWork.tsx').then((m) => m.SharedWork), { prefetch: false })

const LastAnswers = lazy(() => import('./LastAnswers.tsx').then((m) => m.LastAnswers))

interface AnnotationViewProps {
  parts: DatasetParts
  memory: DeviceMemory
}

/**
 * Focus mode: one record and its questions, side by side or in one column; queue tabs at the top, panels at the far
 * right.
 */
export function AnnotationView({ parts: latest, memory }: AnnotationViewProps) {
  const work = useWork(latest, memory)
  const { dataset } = latest
  // Options that a lead has changed come with the next form: no key gets another option while a record is read.
  // biome-ignore lint/correctness/useExhaustiveDependencies: of the form, not of the latest reply
  const questions = useMemo(() => latest.questions, [work.record?.id, work.form?.revision])
  const parts = { ...latest, questions }
  const client = useQueryClient()
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each record
  useEffect(() => {
    void client.refetchQueries({ queryKey: queryKeys.questions(dataset.id), stale: true })
  }, [client, dataset.id, work.record?.id])
  const { id: userId } = useUser()
  const { url, setUrl, record, notice, answering } = work
  const { data: handout } = useQuery({ ...queueQuery(dataset.id), meta: SILENT })
  const isShared = handout?.hand_out === 'until_completed'
  const arrangement = useArrangement(`${userId}.${dataset.id}`, parts, work.known)
  useEffect(() => {
    if (questions.some(({ settings }) => settings.type === 'span')) preloadSpans()
    if (questions.some(hasManyLabels)) void preloadManyLabels()
  }, [questions])

  return (
    <SpanContextProvider>
      <WorkCommands work={work} questions={questions} />
      {isShared && (
        <Suspense fallback={null}>
          <SharedWork work={work} />
        </Suspense>
      )}
      <TopBarTwoColumns
        storageKey={SPLIT_KEY}
        defaultShare={SPLIT_SHARE}
        isOneColumn={arrangement?.isOneColumn}
        topBar={<QueueBar datasetId={dataset.id} memory={memory} url={url} setUrl={setUrl} />}
        left={
          record ? (
            <ErrorBoundary madeFrom={record} fallback={BrokenRecord}>
              <div className={styles.withStrip} style={linesToKeep(arrangement?.lines)}>
                <div className={styles.strip}>
                  {answering.recent.length > 0 && (
                    <Suspense fallback={null}>
                      <LastAnswers answering={answering} questions={questions} onShow={work.show} />
                    </Suspense>
                  )}
                </div>
                <WorkRecord work={work} parts={parts} arrangement={arrangement} />
              </div>
            </ErrorBoundary>
          ) : notice ? (
            <Suspense fallback={<RecordSkeleton />}>
              <RecordNotice
                notice={{ ...notice, isShared }}
                known={work.known}
                datasetId={dataset.id}
                memory={memory}
                url={url}
                setUrl={setUrl}
              />
            </Suspense>
          ) : (
            <RecordSkeleton lines={arrangement?.lines} />
          )
        }
        right={
          record || !notice ? (
            // Without an arrangement yet, show a skeleton: rendering the form now would make it jump when the layout
            // is decided.
            arrangement ? (
              <WithGuidelines dataset={dataset}>
                <Suspense fallback={<FormSkeleton />}>
                  {record ? <WorkForm work={work} parts={parts} /> : <FormSkeleton />}
                </Suspense>
              </WithGuidelines>
            ) : (
              <FormSkeleton />
            )
          ) : null
        }
        sidebar={<PanelRail dataset={dataset} memory={memory} session={answering.sessionCount} />}
      />
    </SpanContextProvider>
  )
}

function hasManyLabels({ settings }: Question): boolean {
  const isLabel = settings.type === 'label_selection' || settings.type === 'multi_label_selection'
  return isLabel && settings.options.length >= FIND_FROM
}

/** Shown when rendering the record throws. The rest of the page still works, so the user can go to the next record. */
function BrokenRecord() {
  return (
    <section className={styles.broken} aria-label={t('annotate.record')}>
      {t('annotate.brokenRecord')}
    </section>
  )
}
