import type { Json } from '@postil/contract/shapes'
import type { RecordStatus } from '@postil/contract/task/constants'
import type { AnyRecordBody } from '@postil/contract/task/records'
import type { TaskHistory } from '@postil/contract/task/task-records'
import { sliceByCodePoints } from '@postil/domain/spans/code-points'
import { t } from '../../../../i18n/areas/classic-history.ts'
import type { HistoryEntry } from '../../../../record/HistoryList.tsx'
import { metadataWords } from '../../../../record/metadata-words.ts'

/** The status and annotation of a record at an earlier time. */
export interface EarlierAnnotation {
  status: RecordStatus
  annotation: NonNullable<AnyRecordBody['annotation']>
}

/** One line of a classic record's history. */
export interface TaskHistoryLine extends HistoryEntry {
  /** The annotation after this change, if it can be restored, and the user who made it, if known. */
  earlier?: (EarlierAnnotation & { authorId: string | null }) | undefined
}

type Change = TaskHistory['items'][number]
/** A state in the history, whose annotation and prediction have the shapes of the task. */
type State = Partial<Pick<AnyRecordBody, 'status' | 'annotation' | 'prediction' | 'metadata'>>

/** Turn the history of a classic record into sentences, latest change first. */
export function taskHistoryLines({ items, users }: TaskHistory, me: string, body: AnyRecordBody): TaskHistoryLine[] {
  const nameOf = (id: string | null) => users.find((user) => user.id === id)?.username ?? t('history.someone')
  const text = 'text' in body ? body.text : ''
  const authors = authorsOf(items)
  const lines = items.map((change, index): TaskHistoryLine => {
    const { kind, at, user_id } = change
    const [was, is] = [stateOf(change.before), stateOf(change.after)]
    const who = user_id === me ? t('history.you') : nameOf(user_id)
    const isCleared = Boolean(was?.annotation) && is !== undefined && !is.annotation
    return {
      key: `${at} ${index}`,
      at,
      sentence: sentenceOf(kind, was, is, who),
      answers: isCleared ? annotationWords(was, undefined, text) : answersOf(was, is, text),
      isRemoved: isCleared,
      earlier: hasNewAnnotation(was, is) ? restorable(is, authors[index] ?? null) : undefined,
    }
  })
  const oldest = stateOf(items.at(-1)?.before ?? null)
  if (!oldest?.annotation) return lines
  const before = { key: 'before', sentence: t('history.before'), at: undefined }
  return [...lines, { ...before, answers: annotationWords(oldest, undefined, text), earlier: restorable(oldest, null) }]
}

/** Who made the annotation that the record had after each change. */
function authorsOf(items: readonly Change[]): (string | null)[] {
  let author: string | null = null
  return items
    .toReversed()
    .map(({ user_id, before, after }) => {
      if (after && !isSame(before?.annotation, after.annotation)) author = user_id
      return author
    })
    .toReversed()
}

function sentenceOf(kind: Change['kind'], was: State | undefined, is: State | undefined, who: string): string {
  switch (kind) {
    case 'task_record.create':
      return t('history.record.create', { who })
    case 'task_record.delete':
      return t('history.record.delete', { who })
    case 'task_record.restore':
      return t('history.record.restore', { who })
    case 'task_record.relabel':
      return t('taskHistory.relabelled', { who })
    case 'task_record.predict':
      return is?.prediction ? t('taskHistory.rules', { who }) : t('taskHistory.rulesRemoved', { who })
    case 'task_record.update':
      return t(`taskHistory.${verbOf(was ?? {}, is ?? {})}`, { who })
  }
}

/** What an update did above all. */
function verbOf(was: State, is: State) {
  const isReannotated = !isSame(was.annotation, is.annotation)
  if (is.status === 'Validated' && (was.status !== 'Validated' || isReannotated)) return 'validated'
  if (is.status === 'Discarded' && was.status !== 'Discarded') return 'discarded'
  if (isReannotated) return is.annotation ? 'annotated' : 'cleared'
  if (was.status === 'Discarded' && is.status !== 'Discarded') return 'undiscarded'
  if (was.status === 'Validated' && is.status !== 'Validated') return 'unvalidated'
  if (!isSame(was.metadata, is.metadata)) return 'metadata'
  if (!isSame(was.prediction, is.prediction)) return 'predicted'
  if (['text', 'inputs'].some((part) => part in was || part in is)) return 'text'
  const parts = Object.keys({ ...was, ...is }).filter((name) => !['id', 'last_updated'].includes(name))
  return parts.every((name) => isSame(Reflect.get(was, name), Reflect.get(is, name))) ? 'same' : 'changed'
}

/** The parts that a change has written and that differ, as text. */
function answersOf(was: State | undefined, is: State | undefined, text: string): TaskHistoryLine['answers'] {
  if (!is) return []
  const annotation = isSame(was?.annotation, is.annotation) ? [] : annotationWords(is, was, text)
  const prediction = isSame(was?.prediction, is.prediction)
    ? []
    : [{ title: t('taskHistory.prediction'), ...compared(was?.prediction, is.prediction, text) }]
  const metadata = Object.keys({ ...was?.metadata, ...is.metadata }).flatMap((title) => {
    const [one, other] = [was?.metadata?.[title], is.metadata?.[title]].map((value) =>
      value === undefined ? undefined : metadataWords(value),
    )
    return one === other ? [] : [{ title, words: other ?? '–', was: one }]
  })
  return [...annotation, ...prediction, ...metadata]
}

function annotationWords(is: State | undefined, was: State | undefined, text: string): TaskHistoryLine['answers'] {
  const { agent } = is?.annotation ?? {}
  const title = agent === undefined ? t('taskHistory.annotation') : t('taskHistory.annotationBy', { agent })
  return [{ title, ...compared(was?.annotation, is?.annotation, text) }]
}

function compared(was: State['annotation'], is: State['annotation'], text: string) {
  return { words: is ? wordsOf(is, text) : '–', was: was ? wordsOf(was, text) : undefined }
}

/** The labels, the marked words with their labels, or the texts of an annotation or prediction. */
function wordsOf(content: NonNullable<State['annotation']>, text: string): string {
  const words =
    'labels' in content
      ? content.labels.map((label) => label.class)
      : 'entities' in content
        ? content.entities.map(({ start, end, label }) => `${sliceByCodePoints(text, start, end)} (${label})`)
        : content.sentences.map((sentence) => sentence.text)
  return words.length > 0 ? words.join(', ') : t('taskHistory.nothing')
}

/** Whether a change gave the record an annotation, or another status with it. */
function hasNewAnnotation(was: State | undefined, is: State | undefined): boolean {
  return was?.status !== is?.status || !isSame(was?.annotation, is?.annotation)
}

function restorable(state: State | undefined, authorId: string | null): TaskHistoryLine['earlier'] {
  const { status, annotation } = state ?? {}
  return status && annotation ? { status, annotation, authorId } : undefined
}

function stateOf(side: Record<string, Json> | null): State | undefined {
  return (side as State | null) ?? undefined
}

export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null)
}
