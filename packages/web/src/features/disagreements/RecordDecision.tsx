import type { Disagreements } from '@postil/contract/feedback/agreement'
import type { Field } from '@postil/contract/feedback/fields'
import type { Question } from '@postil/contract/feedback/questions'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { t } from '../../i18n/disagreements.ts'
import { useCommand } from '../../keyboard/use-command.ts'
import { RecordFields } from '../../record/RecordFields.tsx'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { LinkButton } from '../dataset-list/LinkButton.tsx'
import './commands.ts'
import styles from './Disagreements.module.css'
import { QuestionDecision } from './QuestionDecision.tsx'
import { useDecisions } from './use-decisions.ts'

interface RecordDecisionProps {
  datasetId: string
  disagreement: Disagreements['items'][number]
  fields: readonly Field[]
  questions: readonly Question[]
  /** Of the record in the list, from 0. */
  place: number
  count: number
  onShow: (place: number) => void
}

/** One record: its texts, and for each question that people answered differently their answers side by side. */
export function RecordDecision(props: RecordDecisionProps) {
  const { datasetId, disagreement, fields, questions, place, count, onShow } = props
  const { record, responses, resolutions, isError, refetch, take, undo, undoLast } = useDecisions(
    datasetId,
    disagreement,
  )
  const differing = questions.filter(({ name }) => disagreement.questions.some((one) => one.name === name))
  const resolutionOf = (question: Question) => resolutions?.find(({ question_id }) => question_id === question.id)
  const active = differing.find((question) => !resolutionOf(question))

  const given = (question: Question) =>
    (responses ?? []).flatMap(({ person, values }) => {
      const answer = values[question.name]
      return answer === undefined ? [] : [{ person, value: answer.value }]
    })
  const takeNth = (nth: number) => {
    const answer = active && given(active)[nth - 1]
    if (!active || !answer) return
    const isLast = differing.every((question) => question.id === active.id || resolutionOf(question))
    take(active, answer.value)
    if (isLast) onShow(place + 1)
  }
  useCommand('disagreements.next', { run: () => onShow(place + 1) })
  useCommand('disagreements.previous', { run: () => onShow(place - 1) })
  useCommand('disagreements.undo', { run: undoLast })
  useCommand('disagreements.take1', { run: () => takeNth(1) })
  useCommand('disagreements.take2', { run: () => takeNth(2) })
  useCommand('disagreements.take3', { run: () => takeNth(3) })
  useCommand('disagreements.take4', { run: () => takeNth(4) })
  useCommand('disagreements.take5', { run: () => takeNth(5) })
  useCommand('disagreements.take6', { run: () => takeNth(6) })
  useCommand('disagreements.take7', { run: () => takeNth(7) })
  useCommand('disagreements.take8', { run: () => takeNth(8) })
  useCommand('disagreements.take9', { run: () => takeNth(9) })

  if (isError)
    return (
      <p role="alert" className={styles.failed}>
        {t('disagreements.recordFailed')}{' '}
        <Button size="small" onPress={refetch}>
          {t('disagreements.retry')}
        </Button>
      </p>
    )
  return (
    <section className={styles.decision} aria-label={t('disagreements.record')}>
      <header className={styles.head}>
        {disagreement.external_id && <code>{disagreement.external_id}</code>}
        <span className={styles.place}>{t('disagreements.place', { place: place + 1, count })}</span>
        <IconButton
          icon={ChevronLeft}
          label={t('disagreements.previous')}
          isDisabled={place === 0}
          onPress={() => onShow(place - 1)}
        />
        <IconButton
          icon={ChevronRight}
          label={t('disagreements.next')}
          isDisabled={place === count - 1}
          onPress={() => onShow(place + 1)}
        />
      </header>
      {!record || !responses || !resolutions ? (
        <Skeleton height={240} />
      ) : (
        <>
          <div className={styles.texts}>
            <RecordFields fields={fields} record={record} />
          </div>
          {differing.map((question) => (
            <QuestionDecision
              key={question.id}
              question={question}
              record={record}
              given={given(question)}
              agreement={disagreement.questions.find(({ name }) => name === question.name)?.agreement ?? 1}
              resolution={resolutionOf(question)}
              isActive={question.id === active?.id}
              onTake={(value) => take(question, value)}
              onUndo={() => undo(question)}
            />
          ))}
          <footer className={styles.own}>
            <p>{t('disagreements.ownNote')}</p>
            <LinkButton href={`/dataset/${datasetId}/annotation-mode?record=${record.id}`}>
              {t('disagreements.own')}
            </LinkButton>
          </footer>
        </>
      )}
    </section>
  )
}
