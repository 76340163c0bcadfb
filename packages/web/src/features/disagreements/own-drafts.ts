import type { AnswerValue } from '@postil/contract/feedback/answer-value'
import type { Question } from '@postil/contract/feedback/settings/questions'
import { answerTo } from '@postil/domain/answers/asked-question'
import { checkValue } from '@postil/domain/answers/check-value'
import type { AnnotationRecord } from '../../api/feedback/record.ts'
import { readItem, writeItem } from '../../ui/browser/stored.ts'
import { type FormState, openForm, reduceForm } from '../feedback/answers/form-state.ts'

interface Draft {
  form: FormState
  /** It is being saved, and not shown. */
  isSent?: boolean
}

const PREFIX = 'postil.decision.'
const KEPT_MS = 30 * 24 * 3_600_000

/**
 * The own answers of one lead that are not yet saved, by record and question. They stay on this device until they are saved or cancelled,
 * or the question is decided otherwise, but for 30 days at most.
 */
export class OwnDrafts {
  readonly #userId: string
  /** Those of this visit, with their steps. */
  readonly #drafts = new Map<string, Draft>()
  readonly #watchers = new Set<() => void>()
  #version = 0

  constructor(userId: string) {
    this.#userId = userId
    for (const key of storedKeys()) if (!isRecent(key)) writeItem(key, undefined)
  }

  subscribe = (watcher: () => void) => {
    this.#watchers.add(watcher)
    return () => void this.#watchers.delete(watcher)
  }
  version = () => this.#version

  /** @param decidedAtMs - when the question was decided: an answer of an earlier visit that is older is dropped */
  get(record: AnnotationRecord, question: Question, decidedAtMs = 0): FormState | undefined {
    const key = this.#key(record, question)
    const draft = this.#drafts.get(key)
    if (draft) return draft.isSent ? undefined : draft.form
    const stored = readStored(key)
    if (!stored) return undefined
    if (stored.at < decidedAtMs) return void writeItem(key, undefined)
    const value = checked(stored.value, record, question)
    if (value === undefined) return undefined
    const form = started(question, value)
    this.#drafts.set(key, { form })
    return form
  }

  /** Change a draft, or start one. */
  set(record: AnnotationRecord, question: Question, change: (form: FormState) => FormState): void {
    const form = change(this.get(record, question) ?? openForm({}))
    this.#keep(this.#key(record, question), question, { form })
  }

  remove(record: AnnotationRecord, question: Question): void {
    this.#keep(this.#key(record, question), question, undefined)
  }

  /** Hide a draft while it is saved; show it again when that fails, unless there is a newer one. */
  async send(record: AnnotationRecord, question: Question, save: () => Promise<boolean>): Promise<void> {
    const key = this.#key(record, question)
    const form = this.get(record, question)
    if (!form) return void (await save())
    const sent: Draft = { form, isSent: true }
    this.#keep(key, question, sent)
    const isStored = await save()
    const now = this.#drafts.get(key)
    if (isStored && now === sent) this.#keep(key, question, undefined)
    if (!isStored && (!now || now === sent)) this.#keep(key, question, { form })
  }

  #key(record: AnnotationRecord, question: Question): string {
    return `${PREFIX}${this.#userId}.${record.id}.${question.id}`
  }

  #keep(key: string, question: Question, draft: Draft | undefined): void {
    if (draft) this.#drafts.set(key, draft)
    else this.#drafts.delete(key)
    const value = draft && answerTo(draft.form.answers, question.name)
    writeItem(key, value === undefined ? undefined : JSON.stringify({ at: Date.now(), value }))
    this.#version += 1
    for (const watcher of this.#watchers) watcher()
  }
}

/** A form of one answer; its first step is the value that it starts with. */
function started(question: Question, value: AnswerValue): FormState {
  return reduceForm(openForm({}), { type: 'changed', question: question.name, value })
}

/** What this device has kept: an answer, and when it was last changed (as of `Date.now()`). */
function readStored(key: string): { at: number; value: AnswerValue } | undefined {
  try {
    const stored = JSON.parse(readItem(key) ?? 'null')
    return typeof stored?.at === 'number' ? stored : undefined
  } catch {
    // Damaged.
    return undefined
  }
}

function storedKeys(): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(PREFIX))
  } catch {
    // Storage is disabled: nothing was kept.
    return []
  }
}

function isRecent(key: string): boolean {
  const stored = readStored(key)
  return stored !== undefined && stored.at > Date.now() - KEPT_MS
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
