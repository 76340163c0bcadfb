import { answerTo } from '@postil/domain/answers/asked-question'
import { can } from '@postil/domain/permissions'
import { Columns2 } from 'lucide-react'
import { Suspense } from 'react'
import { useHighlighter } from '../../find/use-highlighter.ts'
import { focusQuestion, questionElements } from '../../form/focus.ts'
import { t } from '../../i18n/areas/feedback.ts'
import { useCommand } from '../../keyboard/use-command.ts'
import { RecordPager } from '../../queue/RecordPager.tsx'
import { RecordFields } from '../../record/RecordFields.tsx'
import { RecordPanel } from '../../record/RecordPanel.tsx'
import type { RecordField } from '../../record/record-parts.ts'
import { LazySpanField } from '../../spans/lazy-spans.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Chip } from '../../ui/controls/Chip.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { lazy, useLoadedAhead } from '../../ui/loading/lazy.tsx'
import styles from '../feedback/AnnotationView.module.css'
import { RecordTools } from '../feedback/finding/RecordTools.tsx'
import { useSearchSettings } from '../feedback/finding/use-search-settings.ts'
import { spanTask } from '../feedback/questions/span-task.ts'
import { statusOf } from '../feedback/records/queue.ts'
import { factsOf } from '../feedback/records/record-facts.ts'
import { STATUS_TONES } from '../feedback/records/status.ts'
import { withQuery } from '../feedback/url/annotation-url.ts'
import type { DatasetParts } from '../feedback/use-dataset.ts'
import { useUser } from '../session/session.ts'
import type { ArrangementController } from './use-arrangement.ts'
import type { Work } from './use-work.ts'

/** Not in the first view: it would make the page too heavy. */
export const RecordMarks = lazy(() => import('./marks/RecordMarks.tsx').then((m) => m.RecordMarks), { prefetch: false })
const RecordHistory = lazy(() => import('../feedback/history/RecordHistory.tsx').then((m) => m.RecordHistory))

interface WorkRecordProps {
  work: Work
  parts: DatasetParts
  arrangement: ArrangementController | undefined
}

/** The current record, to read and, if the dataset has span questions, to mark. */
export function WorkRecord({ work, parts, arrangement }: WorkRecordProps) {
  const { record, position, url, setUrl, form } = work
  const findRanges = useHighlighter(url.text, parts.fields)
  const hasMarks = useLoadedAhead(RecordMarks)
  const isLead = can(useUser(), 'answers.resolve', { isMember: true })
  const { vectors } = useSearchSettings(parts.dataset.id)
  const toggle = arrangement?.toggle
  const layout = useCommand('annotate.arrange', {
    run: () => {
      toggle?.()
      focusQuestion(questionElements()[0], false)
    },
    isEnabled: toggle !== undefined,
  })
  if (!record || !form) return null

  const status = statusOf(record)
  const renderText = (field: RecordField, text: string) => {
    // The server allows at most one span question per field.
    const question = parts.questions.find(({ settings }) => settings.type === 'span' && settings.field === field.name)
    const { settings } = question ?? {}
    if (!question || settings?.type !== 'span') return undefined
    return (
      <Suspense fallback={<div style={{ lineHeight: '2.5em', whiteSpace: 'pre-wrap' }}>{text}</div>}>
        <LazySpanField
          key={`${record.id}/${form.revision}`}
          {...spanTask(
            { ...question, settings },
            answerTo(form.form.answers, question.name),
            record.suggestions.find(({ questionId }) => questionId === question.id),
            (spans) => form.apply({ type: 'changed', question: question.name, value: spans }),
          )}
          title={field.title}
          text={text}
          takesFocus={question === parts.questions[0]}
        />
      </Suspense>
    )
  }

  return (
    <RecordPanel
      record={factsOf(record)}
      pager={position && <RecordPager {...position} onGo={work.paging.goTo} />}
      status={<Chip tone={STATUS_TONES[status]}>{t(`annotate.status.${status}`)}</Chip>}
      details={<RecordHistory key={record.id} record={record} questions={parts.questions} form={form} />}
      actions={
        <>
          {!position && (
            <Button size="small" onPress={() => setUrl({ ...url, recordId: undefined })}>
              {t('annotate.backToQueue')}
            </Button>
          )}
          <RecordTools
            record={record}
            vectors={vectors}
            similarity={url.similarity}
            onFind={(similarity) => setUrl(withQuery(url, { similarity }))}
            hasCommand
          />
          {hasMarks ? (
            <RecordMarks work={work} record={record} questions={parts.questions} />
          ) : (
            <span className={styles.marksPlace} data-lead={isLead || undefined} />
          )}
          {toggle && <IconButton icon={Columns2} label={layout.label} size="small" onPress={layout.run} />}
        </>
      }
    >
      <RecordFields
        key={record.id}
        fields={parts.fields}
        record={record}
        renderText={renderText}
        findRanges={findRanges}
      />
    </RecordPanel>
  )
}
