import type { Json } from '@postil/contract/shapes'
import type { AnyRecordBody } from '@postil/contract/task/records'
import type { TaskHistory, TaskRecordPart } from '@postil/contract/task/task-records'
import { namesById } from '@postil/domain/people/full-name'
import { sliceByCodePoints } from '@postil/domain/spans/code-points'
import { t } from '../../../../i18n/areas/classic/history.ts'
import type { HistoryEntry } from '../../../../record/HistoryList.tsx'
import { metadataWords } from '../../../../record/metadata-words.ts'
import { contentWords, type TaskAnnotation } from '../content-words.ts'

/** A part of a record as it was before or after one of its changes, and as it is now. */
export interface FormerPart {
  part: TaskRecordPart
  /** The number of the change. */
  change: number
  state: 'before' | 'after'
  then: State
  now: State
  /** Who made the annotation, if known. */
  authorId: string | null
}

/** One line of a classic record's history. */
export interface TaskHistoryLine extends HistoryEntry {
  /** The parts that can be restored from this line: those that are not as they were then. */
  former: readonly FormerPart[]
}

type Change = TaskHistory['items'][number]
/** Some parts of a record. They have the shapes of the task. */
type State = Partial<
  Pick<AnyRecordBody, 'status' | 'annotation' | 'prediction' | 'metadata'> & {
    text: string
    inputs: Readonly<Record<string, string | string[]>>
    tokens: readonly string[]
  }
>

/** What each part consists of. */
const NAMES = {
  annotation: ['status', 'annotation'],
  prediction: ['prediction'],
  metadata: ['metadata'],
  text: ['text', 'inputs', 'tokens'],
} as const satisfies Record<TaskRecordPart, readonly (keyof State)[]>
const PARTS = Object.keys(NAMES) as TaskRecordPart[]

/** Turn the history of a classic record into sentences, latest change first. */
export function taskHistoryLines({ items, users }: TaskHistory, me: string, body: AnyRecordBody): TaskHistoryLine[] {
  const names = namesById(users)
  const nameOf = (id: string | null) => names.get(id ?? '') ?? t('history.someone')
  const authors = authorsOf(items)
  const now = lastState(items)
  const states = statesOf(items, now)
  const text = 'text' in body ? body.text : ''
  const textIn = (state: State | undefined) => state?.text ?? text
  const oldest = (part: TaskRecordPart) => items.findLastIndex((change) => isChange(change, part))
  const former = (index: number, state: FormerPart['state'], parts: readonly TaskRecordPart[]): FormerPart[] => {
    const change = items[index]?.id
    const then = states[index]?.[state] ?? {}
    const authorId = state === 'after' ? (authors[index] ?? null) : null
    if (change === undefined) return []
    return parts
      .filter((part) => !isSame(part, then, now))
      .map((part) => ({ part, change, state, then, now, authorId }))
  }
  const isImportKnown = items.at(-1)?.kind === 'task_record.create'
  // The line of the import shows these, so they are restored from there.
  const imported: readonly TaskRecordPart[] = isImportKnown ? ['annotation', 'prediction'] : []
  const fromImport = () => {
    const author = authors.at(-1) ?? null
    return imported
      .flatMap((part) => former(oldest(part), 'before', [part]))
      .map((one) => ({ ...one, authorId: author }))
  }

  return items.flatMap((change, index): TaskHistoryLine[] => {
    const { kind, at, user_id } = change
    const [was, is] = [stateOf(change.before), stateOf(change.after)]
    const who = user_id === me ? t('history.you') : nameOf(user_id)
    const isCleared = Boolean(was?.annotation) && is !== undefined && !is.annotation
    const texts = { was: textIn(states[index]?.before), is: textIn(states[index]?.after) }
    const changed = PARTS.filter((part) => isChange(change, part))
    const line = {
      key: `${at} ${index}`,
      at,
      sentence: sentenceOf(kind, was, is, who),
      answers: isCleared ? annotationWords(was, undefined, texts) : answersOf(was, is, texts),
      isRemoved: isCleared,
      former: kind === 'task_record.create' ? fromImport() : former(index, 'after', changed),
    }
    const first = changed.filter((part) => oldest(part) === index && !imported.includes(part))
    const earlier = former(index, 'before', first)
    if (earlier.length === 0) return [line]
    const answers = earlier.flatMap(({ part, then }) => wordsOfPart(part, then, { was: '', is: textIn(then) }))
    return [line, { key: `${line.key} before`, at: undefined, sentence: t('history.before'), answers, former: earlier }]
  })
}

/** Who made the annotation that the record had after each change. New names of labels and restored records have no other author. */
function authorsOf(items: readonly Change[]): (string | null)[] {
  let author: string | null = null
  return items
    .toReversed()
    .map(({ kind, user_id, before, after }) => {
      if (after && !keepsAuthor(kind) && !isEqual(before?.annotation, after.annotation)) author = user_id
      return author
    })
    .toReversed()
}

function keepsAuthor(kind: Change['kind']): boolean {
  return kind === 'task_record.relabel' || kind === 'task_record.restore'
}

/** The latest state of all parts that the history knows. */
function lastState(items: readonly Change[]): State {
  return items
    .toReversed()
    .reduce<State>((state, { before, after }) => written(state, namesIn(before, after), after), {})
}

/** The states before and after each change, of all parts that the history knows, with the present names of labels. */
function statesOf(items: readonly Change[], now: State): { before: State; after: State }[] {
  let after = now
  return items.map((change) => {
    const before = keepsAuthor(change.kind)
      ? after
      : written(after, namesIn(change.before, change.after), change.before)
    const states = { before, after }
    after = before
    return states
  })
}

function namesIn(...sides: (object | null)[]): string[] {
  return Object.keys(Object.assign({}, ...sides))
}

function written(state: State, names: readonly string[], side: Change['before']): State {
  return { ...state, ...Object.fromEntries(names.map((name) => [name, side?.[name]])) }
}

/** Whether a change gave a part another content. */
function isChange({ id, before, after }: Change, part: TaskRecordPart): boolean {
  return id !== undefined && !isSame(part, before ?? {}, after ?? {})
}

function isSame(part: TaskRecordPart, one: object, other: object): boolean {
  return NAMES[part].every((name) => isEqual(Reflect.get(one, name), Reflect.get(other, name)))
}

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null)
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
  const isReannotated = !isEqual(was.annotation, is.annotation)
  if (is.status === 'Validated' && (was.status !== 'Validated' || isReannotated)) return 'validated'
  if (is.status === 'Discarded' && was.status !== 'Discarded') return 'discarded'
  if (isReannotated) return is.annotation ? 'annotated' : 'cleared'
  if (was.status === 'Discarded' && is.status !== 'Discarded') return 'undiscarded'
  if (was.status === 'Validated' && is.status !== 'Validated') return 'unvalidated'
  for (const part of ['metadata', 'prediction', 'text'] as const) if (!isSame(part, was, is)) return part
  const parts = namesIn(was, is).filter((name) => !['id', 'last_updated'].includes(name))
  return parts.every((name) => isEqual(Reflect.get(was, name), Reflect.get(is, name))) ? 'same' : 'changed'
}

/** The text of the record, before and after a change. */
interface Texts {
  was: string
  is: string
}

/** The parts that a change has written and that differ, as text. */
function answersOf(was: State | undefined, is: State | undefined, texts: Texts): TaskHistoryLine['answers'] {
  if (!is) return []
  const annotation = isEqual(was?.annotation, is.annotation) ? [] : annotationWords(is, was, texts)
  const prediction = isEqual(was?.prediction, is.prediction)
    ? []
    : [{ title: t('taskHistory.predictionTitle'), ...compared(was?.prediction, is.prediction, texts) }]
  return [...annotation, ...prediction, ...metadataOf(was, is), ...textsOf(was, is)]
}

/** A part in one state, as text. */
function wordsOfPart(part: TaskRecordPart, state: State, texts: Texts): TaskHistoryLine['answers'] {
  if (part === 'annotation') return annotationWords(state, undefined, texts)
  if (part === 'metadata' && !state.metadata) return [{ title: t('taskHistory.metadataTitle'), words: '–' }]
  if (part === 'prediction' && !state.prediction) return [{ title: t('taskHistory.predictionTitle'), words: '–' }]
  return answersOf({}, Object.fromEntries(NAMES[part].map((name) => [name, state[name]])), texts)
}

function metadataOf(was: State | undefined, is: State): TaskHistoryLine['answers'] {
  return Object.keys({ ...was?.metadata, ...is.metadata }).flatMap((title) => {
    const [one, other] = [was?.metadata?.[title], is.metadata?.[title]].map((value) =>
      value === undefined ? undefined : metadataWords(value),
    )
    return one === other ? [] : [{ title, words: other ?? '–', was: one }]
  })
}

/** Changed texts, and tokens if the text is the same. */
function textsOf(was: State | undefined, is: State): TaskHistoryLine['answers'] {
  const named = (state: State | undefined): Record<string, string | undefined> => {
    const inputs = Object.entries(state?.inputs ?? {}).map(([name, value]) => [
      t('taskHistory.textOf', { name }),
      typeof value === 'string' ? value : value.join('\n'),
    ])
    return {
      ...Object.fromEntries(inputs),
      [t('taskHistory.textTitle')]: state?.inputs ? undefined : (state?.text ?? state?.tokens?.join(' · ')),
    }
  }
  const [before, after] = [named(was), named(is)]
  return Object.keys({ ...before, ...after }).flatMap((title) => {
    const [one, other] = [before[title], after[title]]
    return one === other ? [] : [{ title, words: other === undefined ? '–' : short(other), was: one && short(one) }]
  })
}

const SHOWN_CHARS = 300

function short(text: string): string {
  const shown = sliceByCodePoints(text, 0, SHOWN_CHARS)
  return shown.length < text.length ? `${shown}…` : text
}

function annotationWords(is: State | undefined, was: State | undefined, texts: Texts): TaskHistoryLine['answers'] {
  const { agent } = is?.annotation ?? {}
  const title = agent === undefined ? t('taskHistory.annotation') : t('taskHistory.annotationBy', { agent })
  return [{ title, ...compared(was?.annotation, is?.annotation, texts) }]
}

function compared(was: State['annotation'], is: State['annotation'], texts: Texts) {
  return { words: is ? wordsOf(is, texts.is) : '–', was: was ? wordsOf(was, texts.was) : undefined }
}

function wordsOf(content: TaskAnnotation, text: string): string {
  return contentWords(content, text) || t('taskHistory.nothing')
}

function stateOf(side: Record<string, Json> | null): State | undefined {
  return (side as State | null) ?? undefined
}
