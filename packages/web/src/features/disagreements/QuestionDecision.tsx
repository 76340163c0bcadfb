import type { AnswerValue, Span } from '@postil/contract/feedback/answer-value'
import type { Question } from '@postil/contract/feedback/settings/questions'
import type { Resolution } from '@postil/contract/feedback/team/resolutions'
import { sharedByTwo } from '@postil/domain/agreement/disagreements'
import { CircleCheck, Layers, Undo2 } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import type { AnnotationRecord } from '../../api/feedback/record.ts'
import { t } from '../../i18n/areas/team/disagreements.ts'
import { commands, useCommand } from '../../keyboard/use-command.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Avatar } from '../../ui/display/Avatar.tsx'
import { Icon } from '../../ui/display/Icon.tsx'
import { figure } from '../agreement/figure.ts'
import { answerInWords } from '../feedback/answers/answer-words.ts'
import { AnswerView } from './AnswerView.tsx'
import styles from './Disagreements.module.css'
import { SpanLanes } from './SpanLanes.tsx'

const group = t('disagreements.title')

/** Commands that decide the open question by one of its first nine answers, by number. */
const TAKE = Array.from({ length: 9 }, (_, at) => `disagreements.take${at + 1}`)

commands.define([
  { id: 'disagreements.next', label: t('disagreements.next'), group, keys: ['ArrowRight'] },
  { id: 'disagreements.previous', label: t('disagreements.previous'), group, keys: ['ArrowLeft'] },
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

interface QuestionDecisionProps {
  question: Question
  record: AnnotationRecord
  given: readonly { person: string | undefined; value: AnswerValue }[]
  /** From 0 to 1. */
  agreement: number
  resolution: Resolution | undefined
  /** The number keys choose among its answers. */
  isActive: boolean
  onTake: (value: AnswerValue) => void
  onTakeByKey: (value: AnswerValue) => void
  onUndo: () => void
}

/** All answers to one question, and the decision. */
export function QuestionDecision(props: QuestionDecisionProps) {
  const { question, record, given, agreement, resolution, isActive, onTake, onTakeByKey, onUndo } = props
  const id = useId()
  const { settings } = question
  const decided = resolution && JSON.stringify(resolution.value)
  const shared = sharedByTwo(
    settings.type,
    given.map(({ value }) => value),
  )
  const choices = [
    ...given.map(({ person, value }) => ({ name: person ?? t('disagreements.somebody'), value, isPerson: true })),
    ...(shared ? [{ name: t('disagreements.shared'), value: shared, isPerson: false }] : []),
  ]
  return (
    <section className={styles.question} aria-labelledby={id} data-active={isActive || undefined}>
      <h2 id={id} className={styles.asked}>
        {question.title}{' '}
        <span className={styles.quiet}>{t('disagreements.overlap', { figure: figure(agreement) })}</span>
      </h2>
      {settings.type === 'span' && (
        <SpanLanes
          settings={settings}
          text={record.fields[settings.field] ?? ''}
          given={choices
            .filter(({ isPerson }) => isPerson)
            .map(({ name, value }) => ({ name, spans: value as Span[] }))}
          decided={resolution && (resolution.value as unknown as Span[])}
        />
      )}
      <ul className={styles.people}>
        {choices.map(({ name, value, isPerson }, at) => (
          <Given
            // biome-ignore lint/suspicious/noArrayIndexKey: several may be deleted, and the order stays
            key={at}
            name={name}
            isPerson={isPerson}
            isTaken={decided === JSON.stringify(value)}
            command={isActive ? TAKE[at] : undefined}
            onTake={() => onTake(value)}
            onTakeByKey={() => onTakeByKey(value)}
          >
            <AnswerView question={question} record={record} value={value} />
          </Given>
        ))}
      </ul>
      {resolution && (
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

interface GivenProps {
  name: string
  /** One person's answer; otherwise the part that several answers share. */
  isPerson: boolean
  isTaken: boolean
  /** The command that takes this answer by number; undefined beyond the ninth. */
  command: string | undefined
  children: ReactNode
  onTake: () => void
  onTakeByKey: () => void
}

/** An answer that can be taken as the decision. */
function Given({ name, isPerson, isTaken, command, children, onTake, onTakeByKey }: GivenProps) {
  return (
    <li className={styles.person} data-taken={isTaken || undefined}>
      <p className={styles.name}>
        {isPerson ? <Avatar username={name} /> : <Icon icon={Layers} />} {name}
      </p>
      {children}
      <Button
        size="small"
        isDisabled={isTaken}
        keys={command ? [String(TAKE.indexOf(command) + 1)] : undefined}
        onPress={onTake}
      >
        {isTaken ? t('disagreements.taken') : t('disagreements.take')}
        <span className="visuallyHidden">: {name}</span>
      </Button>
      {command && <TakeCommand id={command} run={onTakeByKey} />}
    </li>
  )
}

function TakeCommand({ id, run }: { id: string; run: () => void }) {
  useCommand(id, { run })
  return null
}
