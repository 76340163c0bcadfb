import type { AnswerValue } from '@postil/contract/feedback/answer-value'
import type { Field } from '@postil/contract/feedback/settings/fields'
import type { Question } from '@postil/contract/feedback/settings/questions'
import type { Disagreements } from '@postil/contract/feedback/team/agreement'
import { agreementOn } from '@postil/domain/agreement/disagreements'
import { namesById } from '@postil/domain/people/full-name'
import { ChevronLeft, ChevronRight, Flag } from 'lucide-react'
import { useEffect, useSyncExternalStore } from 'react'
import { t } from '../../i18n/areas/team/disagreements.ts'
import { useCommand } from '../../keyboard/use-command.ts'
import { RecordFields } from '../../record/RecordFields.tsx'
import { preloadSpans } from '../../spans/lazy-spans.ts'
import { storedChoice } from '../../ui/browser/stored.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Chip } from '../../ui/controls/Chip.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Switch } from '../../ui/controls/Switch.tsx'
import { Icon } from '../../ui/display/Icon.tsx'
import { Skeleton } from '../../ui/display/Skeleton.tsx'
import { LinkButton } from '../dataset-list/LinkButton.tsx'
import { answerInWords } from '../feedback/answers/answer-words.ts'
import styles from './decision.module.css'
import { GoldSwitch } from './GoldSwitch.tsx'
import inboxStyles from './inbox.module.css'
import type { OwnDrafts } from './own-drafts.ts'
import { type GivenAnswer, QuestionDecision } from './QuestionDecision.tsx'
import { type MadeDecision, useDecisions } from './use-decisions.ts'
import { useGold } from './use-gold.ts'
import { useNamed } from './use-named.ts'
import { useOwnAnswer } from './use-own-answer.ts'

/** Whether a lead decides without seeing who gave which answer. */
const hiddenNames = storedChoice('postil.disagreements.names', ['shown', 'hidden'])

interface RecordDecisionProps {
  datasetId: string
  disagreement: Disagreements['items'][number]
  fields: readonly Field[]
  questions: readonly Question[]
  /** The decisions made since the page was opened, for undo, including other records. */
  made: MadeDecision[]
  /** Own answers that are not yet saved, of all records. */
  drafts: OwnDrafts
  /** Index of the record in the list, from 0. */
  place: number
  count: number
  /** The record whose last question was decided by a key just now, so that this one is shown. */
  justDecided: Disagreements['items'][number] | undefined
  /** Show another record, because this one is decided or because the user wants to. */
  onShow: (place: number, isDecided?: boolean) => void
  /** The user changes something about this record. */
  onAct: () => void
}

/** One record: its texts, and for each question that people answered differently their answers side by side. */
export function RecordDecision(props: RecordDecisionProps) {
  const { datasetId, disagreement, fields, questions, made, drafts, place, count, justDecided } = props
  const { onShow, onAct } = props
  const { record, responses, resolutions, doubts, doubters, isError, refetch, ...decisions } = useDecisions(
    datasetId,
    disagreement.record_id,
    disagreement.external_id || disagreement.text.slice(0, 60) || disagreement.record_id,
    made,
  )
  const { setGold, toggleUnseen } = useGold(datasetId)
  const differing = questions.filter(({ name }) => disagreement.questions.some((one) => one.name === name))
  // Once the decisions are known: they may have made an answer of an earlier visit obsolete.
  const own = useOwnAnswer(resolutions && record, differing, resolutions ?? [], drafts)
  useEffect(() => {
    if (questions.some(({ settings }) => settings.type === 'span')) preloadSpans()
  }, [questions])
  const isOwn = own.question !== undefined
  const resolutionOf = (question: Question) => resolutions?.find(({ question_id }) => question_id === question.id)
  const active = differing.find((question) => !resolutionOf(question))

  const areHidden = useSyncExternalStore(hiddenNames.subscribe, hiddenNames.get) === 'hidden'
  const people = useNamed(responses ?? [], areHidden)
  const given = (question: Question) =>
    people.flatMap(({ name, userId, values }): GivenAnswer[] => {
      const answer = values[question.name]
      if (answer === undefined) return []
      // A doubt is about the record: it is shown once, beside the person's first answer.
      const isFirst = differing.find((one) => values[one.name]) === question
      const doubt = isFirst ? doubts.find(({ user_id }) => userId && user_id === userId) : undefined
      return [{ name, value: answer.value, note: doubt?.note }]
    })
  const besideAnswers = new Set(
    people.flatMap(({ userId, values }) => (differing.some(({ name }) => values[name]) ? [userId] : [])),
  )
  const names = namesById(doubters)
  const otherDoubts = doubts.filter(({ user_id }) => !besideAnswers.has(user_id ?? ''))
  // What is asked stays, also when others have changed their answers so that all agree.
  const agreed = questions.flatMap((question) => {
    if (differing.includes(question)) return []
    const values = people.flatMap(({ values: byName }) => {
      const answer = byName[question.name]
      return answer ? [answer.value] : []
    })
    const [value] = values
    const isAgreed = value !== undefined && values.length > 1 && agreementOn(question.settings.type, values) === 1
    return isAgreed ? [{ question, value, count: values.length }] : []
  })
  const agreementNow = (question: Question) => {
    const values = given(question).map(({ value }) => value)
    return values.length > 1 ? agreementOn(question.settings.type, values) : 1
  }
  const act =
    <Args extends unknown[]>(change: (...args: Args) => void) =>
    (...args: Args) => {
      onAct()
      change(...args)
    }
  const take = act(
    (question: Question, value: AnswerValue) =>
      void (own.question?.id === question.id
        ? own.closeAfter(() => decisions.take(question, value))
        : decisions.take(question, value)),
  )
  const undo = act(decisions.undo)
  const changeGold = act((isGold: boolean) => setGold(disagreement.record_id, isGold))
  /** Decide the open question by one of its answers; when all questions are decided, go to the next record. */
  const takeOpen = (question: Question, value: AnswerValue) => {
    const isLast = differing.every((one) => one.id === question.id || resolutionOf(one))
    take(question, value)
    if (isLast) onShow(place + 1, true)
  }
  /** Decide a question by the own answer to it, which is opened again if it cannot be stored. */
  const saveOwn = (question: Question, value: AnswerValue, isByKey: boolean) => {
    const isLast = differing.every((one) => one.id === question.id || resolutionOf(one))
    onAct()
    void own.send(question, () => decisions.take(question, value))
    if (isByKey && isLast) onShow(place + 1, true)
  }
  // While an own answer is given, the keys belong to it.
  useCommand('disagreements.next', { run: () => onShow(place + 1), isEnabled: !isOwn })
  useCommand('disagreements.previous', { run: () => onShow(place - 1), isEnabled: !isOwn })
  useCommand('disagreements.undo', { run: isOwn ? own.undo : act(decisions.undoLast) })
  const { is_gold: isGold } = disagreement
  const canBeGold = (resolutions?.length ?? 0) > 0
  // "1, G" is about one record, although 1 shows the next.
  const { keys } = useCommand('disagreements.gold', {
    run: () => (justDecided ? toggleUnseen(justDecided) : changeGold(!isGold)),
    isEnabled: !isOwn && (justDecided !== undefined || canBeGold),
  })

  if (isError)
    return (
      <p role="alert" className={inboxStyles.failed}>
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
        {responses && <span className={styles.quiet}>{t('disagreements.answers', { count: responses.length })}</span>}
        <Switch isSelected={areHidden} onChange={(isOn) => hiddenNames.set(isOn ? 'hidden' : 'shown')}>
          {t('disagreements.hideNames')}
        </Switch>
        <span className={styles.place}>
          {t('disagreements.place', { place: place + 1, count })}
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
        </span>
      </header>
      {!record || !responses || !resolutions ? (
        <Skeleton height={240} />
      ) : (
        <>
          <div className={styles.texts}>
            <RecordFields fields={fields} record={record} />
          </div>
          {otherDoubts.map(({ id, user_id, note }) => (
            <p key={id} className={styles.doubt}>
              <Icon icon={Flag} size={12} />
              <span>
                {areHidden
                  ? t('disagreements.doubt')
                  : t('disagreements.doubtOf', {
                      name: names.get(user_id ?? '') ?? t('disagreements.somebody'),
                    })}
                {': '}
                {note}
              </span>
            </p>
          ))}
          {differing.map((question) => (
            <QuestionDecision
              key={question.id}
              question={question}
              record={record}
              given={given(question)}
              agreement={agreementNow(question)}
              resolution={resolutionOf(question)}
              isActive={question.id === active?.id}
              isNext={question.id === (active ?? differing[0])?.id}
              own={own}
              onTake={(value) => take(question, value)}
              onTakeByKey={(value) => takeOpen(question, value)}
              onSaveOwn={(value, isByKey) => saveOwn(question, value, isByKey)}
              onUndo={() => undo(question)}
            />
          ))}
          {agreed.length > 0 && (
            <ul className={styles.agreed} aria-label={t('disagreements.agreed')}>
              {agreed.map(({ question, value, count: answers }) => (
                <li key={question.id}>
                  <h2 className={styles.asked}>{question.title}</h2>
                  <Chip tone="verdigris">
                    {t('disagreements.allSay', {
                      count: answers,
                      answer: answerInWords(question, value, record.fields) || '–',
                    })}
                  </Chip>
                  <span className={styles.quiet}>{t('disagreements.nothingToDecide')}</span>
                </li>
              ))}
            </ul>
          )}
          <GoldSwitch
            datasetId={datasetId}
            isGold={isGold}
            canBeGold={canBeGold}
            keys={justDecided ? undefined : keys[0]}
            onChange={changeGold}
          />
          <footer className={styles.own}>
            <LinkButton href={`/dataset/${datasetId}/annotation-mode?record=${record.id}`}>
              {t('disagreements.doubts.open')}
            </LinkButton>
          </footer>
        </>
      )}
    </section>
  )
}
