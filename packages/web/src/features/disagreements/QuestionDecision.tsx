import type { AnswerValue, Span } from '@postil/contract/feedback/answer-value'
import type { QuestionType } from '@postil/contract/feedback/settings/question-settings'
import type { Question } from '@postil/contract/feedback/settings/questions'
import type { Resolution } from '@postil/contract/feedback/team/resolutions'
import { sharedByTwo, sharedParts, spanConsensus } from '@postil/domain/agreement/disagreements'
import { sliceByCodePoints } from '@postil/domain/spans/code-points'
import { CircleCheck, Pencil, Undo2 } from 'lucide-react'
import { type Ref, useEffect, useId, useRef } from 'react'
import type { AnnotationRecord } from '../../api/feedback/record.ts'
import { t } from '../../i18n/areas/team/disagreements.ts'
import { commands, useCommand } from '../../keyboard/use-command.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Icon } from '../../ui/display/Icon.tsx'
import { figure } from '../agreement/figure.ts'
import { answerInWords } from '../feedback/answers/answer-words.ts'
import { AnswerView } from './AnswerView.tsx'
import decisionStyles from './decision.module.css'
import { Given, TAKE } from './Given.tsx'
import { OwnAnswerForm } from './OwnAnswerForm.tsx'
import styles from './QuestionDecision.module.css'
import { SpanLanes } from './SpanLanes.tsx'
import type { OwnAnswer } from './use-own-answer.ts'

const group = t('disagreements.title')
const ownFirst = t('disagreements.ownFirst')

commands.define([
  { id: 'disagreements.next', label: t('disagreements.next'), group, keys: ['ArrowRight'] },
  { id: 'disagreements.previous', label: t('disagreements.previous'), group, keys: ['ArrowLeft'] },
  { id: 'disagreements.own', label: t('disagreements.own'), group, keys: ['E'] },
  { id: 'disagreements.save', label: t('disagreements.save'), group, keys: ['Enter'], isHidden: true },
  {
    ...{ id: 'disagreements.saveTyping', label: t('disagreements.saveTyping'), group, keys: ['Mod+Enter'] },
    ...{ isForText: true, isHidden: true },
  },
  { id: 'disagreements.cancel', label: t('disagreements.cancelOwn'), group, keys: ['Escape'], isHidden: true },
  { id: 'disagreements.gold', label: t('disagreements.gold'), group, keys: ['G'] },
  { id: 'disagreements.undo', label: t('disagreements.undoLast'), group, keys: ['Mod+Z'] },
  ...TAKE.map((id, at) => ({
    id,
    label: t('disagreements.takeNth', { place: at + 1 }),
    group,
    keys: [String(at + 1)],
    isHidden: at > 0,
  })),
])

/** One person's answer to a question. */
export interface GivenAnswer {
  /** Of the person; a letter while names are hidden. */
  name: string
  value: AnswerValue
  /** Of the person's doubt about the record. */
  note: string | undefined
}

interface QuestionDecisionProps {
  question: Question
  record: AnnotationRecord
  given: readonly GivenAnswer[]
  /** From 0 to 1. */
  agreement: number
  resolution: Resolution | undefined
  /** The number keys choose among its answers. */
  isActive: boolean
  /** The key that starts an own answer is about this question. */
  isNext: boolean
  own: OwnAnswer
  onTake: (value: AnswerValue) => void
  onTakeByKey: (value: AnswerValue) => void
  onSaveOwn: (value: AnswerValue, isByKey: boolean) => void
  onUndo: () => void
}

/** All answers to one question, and the decision. */
export function QuestionDecision(props: QuestionDecisionProps) {
  const { question, record, given, agreement, resolution, isActive, isNext, own } = props
  const { onTake, onTakeByKey, onSaveOwn, onUndo } = props
  const id = useId()
  const isOwn = own.question?.id === question.id
  const canStart = own.question === undefined
  const earlier = isOwn ? undefined : own.earlier(question)
  const start = useRef<HTMLButtonElement>(null)
  const wasOwn = useRef(isOwn)
  useEffect(() => {
    // The form that had the focus is gone.
    if (wasOwn.current && !isOwn && document.activeElement === document.body) start.current?.focus()
    wasOwn.current = isOwn
  }, [isOwn])
  const { settings } = question
  const decided = resolution && JSON.stringify(resolution.value)
  const values = given.map(({ value }) => value)
  const shared = sharedByTwo(settings.type, values)
  const choices = [
    ...given.map((one) => ({ ...one, isPerson: true })),
    ...(shared ? [{ name: t('disagreements.shared'), value: shared, note: undefined, isPerson: false }] : []),
  ]
  const consensus = settings.type === 'span' ? spanConsensus(values as Span[][]) : undefined
  return (
    <section className={decisionStyles.question} aria-labelledby={id} data-active={isActive || undefined}>
      <h2 id={id} className={decisionStyles.asked}>
        {question.title}{' '}
        <span className={decisionStyles.quiet}>{agreementInWords(settings.type, values, agreement)}</span>
      </h2>
      {consensus && settings.type === 'span' && (
        <p className={decisionStyles.quiet}>
          {t('disagreements.spans', { all: consensus.byAll, count: consensus.marked })}{' '}
          {consensus.unlabelled.length > 0 &&
            t('disagreements.spans.unlabelled', {
              words: wordsOf(consensus.unlabelled, record.fields[settings.field] ?? ''),
            })}
        </p>
      )}
      {consensus && settings.type === 'span' && (
        <SpanLanes
          settings={settings}
          text={record.fields[settings.field] ?? ''}
          given={given.map(({ name, value }) => ({ name, spans: value as Span[] }))}
          decided={isOwn ? ((own.value ?? []) as Span[]) : resolution && (resolution.value as unknown as Span[])}
          decidedName={t(isOwn ? 'disagreements.yours' : 'disagreements.decision')}
          shared={{
            spans: (sharedParts(settings.type, values) ?? []) as Span[],
            unlabelled: consensus.unlabelled,
          }}
        />
      )}
      <ul className={decisionStyles.people}>
        {choices.map(({ name, value, note, isPerson }, at) => (
          <Given
            // biome-ignore lint/suspicious/noArrayIndexKey: several may be deleted, and the order stays
            key={at}
            name={name}
            note={note}
            isPerson={isPerson}
            isTaken={decided === JSON.stringify(value)}
            command={isActive && canStart ? TAKE[at] : undefined}
            onTake={() => onTake(value)}
            onTakeByKey={() => onTakeByKey(value)}
            whyNoChange={earlier ? t('disagreements.earlierFirst') : canStart || isOwn ? undefined : ownFirst}
            onChange={() => own.start(question, value)}
          >
            <AnswerView question={question} record={record} value={value} />
          </Given>
        ))}
      </ul>
      {isOwn ? (
        <OwnAnswerForm
          question={question}
          record={record}
          value={own.value}
          onChange={own.change}
          onSave={(value) => onSaveOwn(value, false)}
          onSaveByKey={(value) => onSaveOwn(value, true)}
          onCancel={own.cancel}
        />
      ) : earlier ? (
        <div className={decisionStyles.earlier}>
          <p>
            {t('disagreements.earlier')} <q>{answerInWords(question, earlier.value, record.fields)}</q>
          </p>
          <p className={styles.actions}>
            <Button size="small" disabledReason={canStart ? undefined : ownFirst} onPress={earlier.reopen}>
              {t('disagreements.earlier.reopen')}
            </Button>
            <Button size="small" variant="quiet" onPress={earlier.drop}>
              {t('disagreements.earlier.drop')}
            </Button>
          </p>
        </div>
      ) : (
        <StartOwn
          ref={start}
          isFirst={isNext}
          isEnabled={canStart}
          onStart={() =>
            own.start(question, (resolution?.value as AnswerValue | undefined) ?? sharedParts(settings.type, values))
          }
        >
          {t(
            resolution
              ? 'disagreements.changeDecision'
              : settings.type === 'span'
                ? 'disagreements.ownSpans'
                : 'disagreements.own',
          )}
        </StartOwn>
      )}
      {resolution && !isOwn && (
        <p className={styles.resolved} role="status">
          <Icon icon={CircleCheck} size={16} />
          <span>
            {t('disagreements.decided', {
              answer: answerInWords(question, resolution.value as AnswerValue, record.fields),
            })}
          </span>
          <Button size="small" icon={Undo2} onPress={onUndo}>
            {t('disagreements.undo')}
          </Button>
        </p>
      )}
    </section>
  )
}

/** How far the answers agree: how many are equal, or a figure where parts of an answer can be equal. */
function agreementInWords(type: QuestionType, values: readonly AnswerValue[], agreement: number): string {
  const isWhole = type === 'label_selection' || type === 'rating' || type === 'text'
  const most = Math.max(...values.map((one) => values.filter((other) => other === one).length))
  if (!isWhole || most < 2) return t('disagreements.overlap', { figure: figure(agreement) })
  return t('disagreements.agreeing', { some: most, count: values.length })
}

/** Maximum number of quoted pieces of a text. */
const QUOTED = 5

function wordsOf(extents: readonly Pick<Span, 'start' | 'end'>[], text: string): string {
  const quoted = extents.slice(0, QUOTED).map(({ start, end }) => `“${sliceByCodePoints(text, start, end)}”`)
  return [...quoted, ...(extents.length > QUOTED ? ['…'] : [])].join(', ')
}

interface StartOwnProps {
  ref: Ref<HTMLButtonElement>
  /** Its key starts this answer. */
  isFirst: boolean
  isEnabled: boolean
  children: string
  onStart: () => void
}

/** Starts an own answer. */
function StartOwn({ ref, isFirst, isEnabled, children, onStart }: StartOwnProps) {
  return (
    <p className={styles.actions}>
      <Button
        ref={ref}
        size="small"
        icon={Pencil}
        keys={isFirst ? ['E'] : undefined}
        disabledReason={isEnabled ? undefined : ownFirst}
        onPress={onStart}
      >
        {children}
      </Button>
      {isFirst && <StartCommand isEnabled={isEnabled} run={onStart} />}
    </p>
  )
}

function StartCommand(binding: { isEnabled: boolean; run: () => void }) {
  useCommand('disagreements.own', binding)
  return null
}
