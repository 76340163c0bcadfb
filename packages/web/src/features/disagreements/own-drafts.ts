import type { AnswerValue } from '@postil/contract/feedback/answer-value'
import type { Question } from '@postil/contract/feedback/settings/questions'
import { answerTo } from '@postil/domain/answers/asked-question'
import { checkValue } from '@postil/domain/answers/check-value'
import type { AnnotationRecord } from '../../api/feedback/record.ts'
import { readItem, writeItem } from '../../ui/browser/stored.ts'
import { type FormState, openForm, reduceForm } from '../feedback/answers/form-state.ts'

interface Draft {
  form: FormState
  basis: Basis
  /** It is being saved, and not shown. */
  isSent?: boolean
}

/** The decision about the question when the answer was started, null if there was none; undefined if unknown. */
type Basis = AnswerValue | null | undefined

/** Of the keys of everything that this device keeps for 30 days. */
export const DRAFT_PREFIX = 'postil.decision.'
const KEPT_MS = 30 * 24 * 3_600_000

/**
 * The own answers of one lead that are not yet saved, by record and question. They stay on this device until they are saved or cancelled, but
 * for 30 days at most. Each remembers the decision that it was started from: if the decision is another one in a later visit, the answer is
 * not opened but offered. Decisions are compared by value, which no clock affects.
 */
export class OwnDrafts {
  readonly #userId: string
  /** Those of this visit, with their steps. */
  readonly #drafts = new Map<string, Draft>()
  readonly #watchers = new Set<() => void>()
  #version = 0

  constructor(userId: string) {
    this.#userId = userId
    for (const key of storedKeys()) forgetOld(key)
  }

  subscribe = (watcher: () => void) => {
    this.#watchers.add(watcher)
    return () => void this.#watchers.delete(watcher)
  }
  version = () => this.#version

  /** @param decided - the present decision: an answer of an earlier visit that was started from another one is not returned */
  get(record: AnnotationRecord, question: Question, decided: AnswerValue | undefined): FormState | undefined {
    const key = this.#key(record, question)
    const draft = this.#drafts.get(key)
    if (draft) return draft.isSent ? undefined : draft.form
    const stored = readStored(key)
    if (!stored || isOutdated(stored, decided)) return undefined
    const value = checked(stored.value, record, question)
    if (value === undefined) return undefined
    const form = started(question, value)
    this.#drafts.set(key, { form, basis: stored.basis })
    return form
  }

  /** An answer of an earlier visit that was started from another decision than the present one, and differs from it. */
  outdated(record: AnnotationRecord, question: Question, decided: AnswerValue | undefined): AnswerValue | undefined {
    const key = this.#key(record, question)
    const stored = this.#drafts.has(key) ? undefined : readStored(key)
    if (!stored || !isOutdated(stored, decided)) return undefined
    // It was saved when the page was left.
    if (isSame(stored.value, decided)) return void writeItem(key, undefined)
    return checked(stored.value, record, question)
  }

  /** Change a draft, or start one. */
  set(
    record: AnnotationRecord,
    question: Question,
    decided: AnswerValue | undefined,
    change: (form: FormState) => FormState,
  ): void {
    const key = this.#key(record, question)
    const known = this.get(record, question, decided)
    const { basis } = (known && this.#drafts.get(key)) ?? { basis: decided ?? null }
    this.#keep(key, question, { form: change(known ?? openForm({})), basis })
  }

  remove(record: AnnotationRecord, question: Question): void {
    this.#keep(this.#key(record, question), question, undefined)
  }

  /** Hide a draft while it is saved; show it again when that fails, unless there is a newer one. */
  async send(record: AnnotationRecord, question: Question, save: () => Promise<boolean>): Promise<void> {
    const key = this.#key(record, question)
    const draft = this.#drafts.get(key)
    if (!draft || draft.isSent) return void (await save())
    const sent: Draft = { ...draft, isSent: true }
    this.#keep(key, question, sent)
    const isStored = await save()
    const now = this.#drafts.get(key)
    if (isStored && now === sent) this.#keep(key, question, undefined)
    if (!isStored && (!now || now === sent)) this.#keep(key, question, draft)
  }

  #key(record: AnnotationRecord, question: Question): string {
    return `${DRAFT_PREFIX}${this.#userId}.${record.id}.${question.id}`
  }

  #keep(key: string, question: Question, draft: Draft | undefined): void {
    if (draft) this.#drafts.set(key, draft)
    else this.#drafts.delete(key)
    const value = draft && answerTo(draft.form.answers, question.name)
    writeItem(key, value === undefined ? undefined : JSON.stringify({ at: Date.now(), value, basis: draft?.basis }))
    this.#version += 1
    for (const watcher of this.#watchers) watcher()
  }
}

/** A form of one answer; its first step is the value that it starts with. */
function started(question: Question, value: AnswerValue): FormState {
  return reduceForm(openForm({}), { type: 'changed', question: question.name, value })
}

/** What this device keeps of an answer. Earlier versions kept no `basis`, and before that only the value. */
interface Stored {
  /** When it was last changed, as of `Date.now()`. */
  at?: number
  value: AnswerValue
  basis?: Basis
}

/** Undefined if nothing is kept, or if it is damaged. */
function readStored(key: string): Stored | undefined {
  try {
    const stored = JSON.parse(readItem(key) ?? 'null')
    if (stored === null) return undefined
    return typeof stored === 'object' && 'value' in stored ? stored : { value: stored }
  } catch {
    return undefined
  }
}

/** Whether the decision is not the one that the answer was started from. */
function isOutdated({ basis }: Stored, decided: AnswerValue | undefined): boolean {
  return basis === undefined ? decided !== undefined : !isSame(basis ?? undefined, decided)
}

function isSame(one: AnswerValue | undefined, other: AnswerValue | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function storedKeys(): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(DRAFT_PREFIX))
  } catch {
    // Storage is disabled: nothing was kept.
    return []
  }
}

/** Drop an answer that is damaged or older than 30 days; one without a time is taken as changed just now. */
function forgetOld(key: string): void {
  const stored = readStored(key)
  if (!stored || (stored.at ?? Date.now()) <= Date.now() - KEPT_MS) writeItem(key, undefined)
  else if (stored.at === undefined) writeItem(key, JSON.stringify({ ...stored, at: Date.now() }))
}

/** The value, if it is still an answer to the question. */
function checked(value: AnswerValue, record: AnnotationRecord, question: Question): AnswerValue | undefined {
  const context = { fieldText: (field: string) => record.fields[field], isSubmitted: false }
  try {
    return checkValue(question.settings, value, context) === undefined ? value : undefined
  } catch {
    // Damaged.
    return undefined
  }
}
