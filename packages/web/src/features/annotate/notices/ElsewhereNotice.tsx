import type { Question } from '@postil/contract/feedback/settings/questions'
import { useEffect, useRef } from 'react'
import type { AnnotationRecord } from '../../../api/feedback/record.ts'
import { t } from '../../../i18n/areas/notices.ts'
import { formatRelative } from '../../../i18n/index.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { answersInWords } from '../../feedback/answers/answer-words.ts'
import styles from './notices.module.css'
import type { NotTakenProps } from './RefusedNotice.tsx'

/**
 * Shown when the user has answered this record elsewhere in the meantime: shows that answer, and lets them choose
 * between it and the one from this page.
 */
export function ElsewhereNotice({ work: { form, record, memory, answering }, questions, entry }: NotTakenProps) {
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    // NOTE: do not return its result, which newer browsers make a promise: an effect may only return a clean-up
    // function.
    section.current?.scrollIntoView?.({ block: 'nearest' })
  }, [])
  if (!form || !record) return null

  const takeOther = () => {
    void memory.outbox.dismiss(entry.id)
    memory.edits.forget(record.id)
    form.reopen()
  }
  return (
    <section
      ref={section}
      className={styles.notice}
      data-tone="elsewhere"
      data-choice
      tabIndex={-1}
      aria-label={t('annotate.elsewhere.region')}
    >
      <p role="alert">{t('annotate.elsewhere')}</p>
      <Other record={record} questions={questions} />
      <Button size="small" onPress={() => void answering.insist(entry)}>
        {t('annotate.elsewhere.keep')}
      </Button>
      <Button size="small" onPress={takeOther}>
        {t('annotate.elsewhere.take')}
      </Button>
    </section>
  )
}

/** The saved answer, abbreviated. */
function Other({ record, questions }: { record: AnnotationRecord; questions: readonly Question[] }) {
  const { response, fields } = record
  if (!response) return null
  const { status, updatedAt, values } = response
  return (
    <dl className={styles.other}>
      <dt>{t('annotate.elsewhere.other')}</dt>
      <dd>{`${t(`annotate.status.${status}`)}, ${formatRelative(new Date(`${updatedAt}Z`))}`}</dd>
      {answersInWords(questions, values, fields).map(({ question: { id, title }, words }) => (
        <div key={id}>
          <dt>{title}</dt>
          <dd>
            <bdi>{words}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}
