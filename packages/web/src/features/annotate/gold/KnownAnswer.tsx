import type { AnswerValue } from '@postil/contract/feedback/answer-value'
import type { Question } from '@postil/contract/feedback/settings/questions'
import type { Resolution } from '@postil/contract/feedback/team/resolutions'
import { agreementOn } from '@postil/domain/agreement/disagreements'
import { isAnswered } from '@postil/domain/answers/answered'
import { type Answers, answerTo } from '@postil/domain/answers/asked-question'
import { checkValue } from '@postil/domain/answers/check-value'
import { useQuery } from '@tanstack/react-query'
import type { AnnotationRecord } from '../../../api/feedback/record.ts'
import { fetchResolutions } from '../../../api/feedback/team/resolutions.ts'
import { queryKeys } from '../../../api/keys.ts'
import { SILENT } from '../../../api/query-client.ts'
import { t } from '../../../i18n/areas/known-answer.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Skeleton } from '../../../ui/display/Skeleton.tsx'
import { GoldSwitch } from '../../disagreements/GoldSwitch.tsx'
import { answerInWords } from '../../feedback/answers/answer-words.ts'
import styles from './KnownAnswer.module.css'
import { type KnownChange, useKnownAnswer } from './use-known-answer.ts'

interface KnownAnswerProps {
  record: AnnotationRecord
  questions: readonly Question[]
  /** Those in the form. */
  answers: Answers
  /** Undefined while it is not known. */
  isGold: boolean | undefined
  onSaved: () => void
}

/** What is in the form beside what is decided, question by question; a lead makes the former the known answer. */
export function KnownAnswer({ record, questions, answers, isGold, onSaved }: KnownAnswerProps) {
  const {
    data: resolutions,
    isError,
    refetch,
  } = useQuery({
    queryKey: queryKeys.resolutions(record.datasetId, record.id),
    queryFn: () => fetchResolutions(record.id),
    staleTime: 0,
    meta: SILENT,
  })
  const { save, setGold, isSaving } = useKnownAnswer(record)
  if (isError)
    return (
      <p role="alert" className={styles.known}>
        {t('known.failed')}{' '}
        <Button size="small" onPress={() => void refetch()}>
          {t('known.retry')}
        </Button>
      </p>
    )
  if (!resolutions || isGold === undefined) return <Skeleton height={160} />

  const lines = questions.flatMap((question) => lineOf(record, question, answers, resolutions) ?? [])
  const changes = lines.flatMap(({ change }) => change ?? [])
  const isUnchanged = lines.some(({ given }) => given !== undefined)
  const reason = isUnchanged ? t('known.unchanged') : t('known.unanswered')
  const canSave = changes.length > 0
  const handleSave = async () => {
    if (await save(changes, isGold)) onSaved()
  }
  return (
    <form
      className={styles.known}
      onSubmit={(event) => {
        event.preventDefault()
        if (canSave && !isSaving) void handleSave()
      }}
    >
      <p>{t('known.what')}</p>
      {lines.length === 0 ? (
        <p className={styles.quiet}>{t('known.unanswered')}</p>
      ) : (
        <dl className={styles.lines}>
          {lines.map(({ question, shown, note }) => (
            <div key={question.id}>
              <dt>{question.title}</dt>
              <dd>
                {shown && <bdi>{shown}</bdi>} {note && <span className={styles.quiet}>{note}</span>}
              </dd>
            </div>
          ))}
        </dl>
      )}
      <p className={styles.buttons}>
        <Button
          variant="primary"
          size="small"
          type="submit"
          isPending={isSaving}
          disabledReason={canSave ? undefined : reason}
          autoFocus
        >
          {t('known.save')}
        </Button>
      </p>
      {resolutions.length > 0 && (
        <GoldSwitch
          datasetId={record.datasetId}
          isGold={isGold}
          canBeGold
          keys={undefined}
          onChange={(next) => void setGold(next)}
        />
      )}
    </form>
  )
}

interface Line {
  question: Question
  /** The answer in the form, if it can be the known one. */
  given: AnswerValue | undefined
  /** What the known answer will be, in words. */
  shown: string | undefined
  note: string | undefined
  change: KnownChange | undefined
}

/** One question; undefined if it is neither answered nor decided. */
function lineOf(
  record: AnnotationRecord,
  question: Question,
  answers: Answers,
  resolutions: readonly Resolution[],
): Line | undefined {
  const before = resolutions.find(({ question_id }) => question_id === question.id)
  const known = before?.value as AnswerValue | undefined
  const inForm = answerTo(answers, question.name)
  const words = (value: AnswerValue) => answerInWords(question, value, record.fields) || '–'
  const given = inForm !== undefined && canBeKnown(record, question, inForm) ? inForm : undefined
  if (given === undefined) {
    if (known !== undefined) return { question, given, shown: words(known), note: t('known.kept'), change: undefined }
    return inForm === undefined
      ? undefined
      : { question, given, shown: undefined, note: t('known.invalid'), change: undefined }
  }
  const isSame = known !== undefined && agreementOn(question.settings.type, [given, known]) === 1
  if (isSame) return { question, given, shown: words(given), note: t('known.same'), change: undefined }
  const note = known === undefined ? undefined : t('known.replaces', { answer: words(known) })
  return { question, given, shown: words(given), note, change: { question, value: given, before } }
}

function canBeKnown({ fields }: AnnotationRecord, question: Question, value: AnswerValue): boolean {
  const context = { fieldText: (field: string) => fields[field], isSubmitted: true }
  return isAnswered(question, value) && checkValue(question.settings, value, context) === undefined
}
