import type { Question } from '@postil/contract/feedback/settings/questions'
import { type Answers, answerTo } from '@postil/domain/answers/asked-question'
import { memo, useDeferredValue } from 'react'
import { focusQuestion, questionElements } from '../../form/focus.ts'
import { t } from '../../i18n/areas/notices.ts'
import { useStableCallback } from '../../ui/browser/use-stable-callback.ts'
import styles from './LastAnswers.module.css'
import type { Answering, RecentAnswer } from './use-answering.ts'

interface LastAnswersProps {
  answering: Answering
  questions: readonly Question[]
  /** Called to show a record again. */
  onShow: (recordId: string) => void
}

/**
 * The last five answers of this visit, newest first. Each has a link to its record and, where possible, an undo
 * button.
 */
export function LastAnswers({ answering, questions, onShow }: LastAnswersProps) {
  // Low priority: the next record renders before the list of answers.
  const recent = useDeferredValue(answering.recent)
  const count = useDeferredValue(answering.sessionCount)
  return <Strip recent={recent} count={count} questions={questions} onShow={useStableCallback(onShow)} />
}

interface StripProps extends Pick<LastAnswersProps, 'questions' | 'onShow'> {
  recent: readonly RecentAnswer[]
  count: number
}

const Strip = memo(function Strip({ recent, count, questions, onShow }: StripProps) {
  return (
    <div className={styles.strip} data-answers>
      <ul className={styles.list} aria-label={t('annotate.last')}>
        {recent.map(({ id, recordId, answers, status, undo }) => {
          const words = status === 'submitted' ? answerWords(questions, answers) : t(`annotate.status.${status}`)
          return (
            <li key={id} className={styles.item}>
              <button type="button" className={styles.open} title={words} onClick={() => onShow(recordId)}>
                {words}
              </button>
              <button
                type="button"
                className={styles.undo}
                aria-label={t('annotate.undoOf', { answer: words })}
                onClick={() => {
                  void undo()
                  // The button disappears with its answer: move the focus to the questions, so that their keys keep
                  // working.
                  focusQuestion(questionElements()[0], false)
                }}
              >
                {t('annotate.undoShort')}
              </button>
            </li>
          )
        })}
      </ul>
      {count > 0 && <span className={styles.count}>{t('annotate.thisVisit', { count })}</span>}
    </div>
  )
})

/** The first answer that is short as text: labels or a rating. */
function answerWords(questions: readonly Question[], answers: Answers): string {
  for (const { name, settings } of questions) {
    const value = answerTo(answers, name)
    if (value === undefined) continue
    if (settings.type === 'rating') return String(value)
    if (settings.type !== 'label_selection' && settings.type !== 'multi_label_selection') continue
    const texts = new Map(settings.options.map((option) => [option.value, option.text]))
    return [value]
      .flat()
      .map((label) => texts.get(String(label)) ?? String(label))
      .join(', ')
  }
  return t('annotate.status.submitted')
}
