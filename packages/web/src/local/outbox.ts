import type { Answers } from '@postil/domain/answers/asked-question'
import {
  baseOf,
  NO_RESPONSE,
  type OutboxEntry,
  planRequest,
  type RecordEdit,
  type RecordStatus,
  type Refusal,
  type ResponseChange,
  type ResponseVersion,
} from '@postil/domain/outbox/entry'
import { judgeFound, judgeReply, type Outcome } from '@postil/domain/outbox/outcome'
import {
  emptyOutbox,
  isSuperseded,
  type OutboxEvent,
  type OutboxState,
  reduceOutbox,
} from '@postil/domain/outbox/reduce'
import { editsToSend, nextAttemptAt, nextToSend, unsentEntries } from '@postil/domain/outbox/select'
import { replyOf } from '../api/errors.ts'
import { type RecordResponse, versionOf } from '../api/feedback/record.ts'
import type { Sent } from '../api/feedback/responses.ts'
import type { OutboxStore } from './outbox-store.ts'
import { OwnAnswers } from './own-answers.ts'
import type { SendEdits } from './send-edits.ts'
import type { TabChannel } from './tabs.ts'

/** An answer for the outbox. */
export interface NewAnswer {
  datasetId: string
  recordId: string
  change: ResponseChange
  /** Status before, as the user saw it. */
  from: RecordStatus
  /** The user's response as they saw it when they answered; null when there was none. */
  base: ResponseVersion | null
  /** The state of the form, to restore after a refusal. */
  answers: Answers
}

/** An edit of a classic record for the outbox. */
export interface NewEdit {
  datasetId: string
  /** Identifies the record among those of all datasets. */
  recordId: string
  /** The version that was edited. */
  lastUpdated: string | undefined
  edit: RecordEdit
}

/** Dependencies of the outbox. */
export interface OutboxTools {
  store: OutboxStore
  send: (entry: OutboxEntry, plan: ReturnType<typeof planRequest>) => Promise<Sent>
  sendEdits: SendEdits
  findResponse: (recordId: string) => Promise<RecordResponse | undefined>
  /** Runs work while no other tab of this browser does. */
  withLock: (work: () => Promise<void>) => Promise<void>
  tabs: TabChannel
  newId: () => string
  now: () => number
}

/**
 * Called when the server has saved an answer; `response` is undefined after a deletion. `isOwn`: the answer was given
 * on this page, or shown when the page opened.
 */
export type DeliveryListener = (entry: OutboxEntry, response: RecordResponse | undefined, isOwn: boolean) => void
/** Called when an answer is refused; `found` is the conflicting answer given elsewhere, if that is the reason. */
export type RefusalListener = (entry: OutboxEntry, found: RecordResponse | undefined) => void

/**
 * The unsent answers of one user: stored on this device first, then sent in order, each taking effect once, until the
 * server has saved or finally refused them.
 */
export class Outbox {
  readonly userId: string
  #tools: OutboxTools
  #state: OutboxState = emptyOutbox
  #listeners = new Set<() => void>()
  #deliveryListeners = new Set<DeliveryListener>()
  #refusalListeners = new Set<RefusalListener>()
  #own = new OwnAnswers()
  /** Answers that are enqueued but not on the disk yet. */
  #unstored = new Map<string, OutboxEntry>()
  #lastCreatedAt = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #isDraining = false
  #isWanted = false
  #isStopped = false
  #leaveTabs: () => void

  constructor(userId: string, tools: OutboxTools) {
    this.userId = userId
    this.#tools = tools
    this.#leaveTabs = tools.tabs.listen((message) => {
      if (message.userId !== userId) return
      if (message.type === 'delivered') this.#tellDelivered(message.entry, message.response)
      void this.#load().then(() => {
        if (message.type === 'refused') this.#tellRefused(message.entry, message.response)
        this.#schedule()
      })
    })
  }

  getState = (): OutboxState => this.#state

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  onDelivered(listener: DeliveryListener): () => void {
    this.#deliveryListeners.add(listener)
    return () => this.#deliveryListeners.delete(listener)
  }

  onRefused(listener: RefusalListener): () => void {
    this.#refusalListeners.add(listener)
    return () => this.#refusalListeners.delete(listener)
  }

  /** Load and send the answers left by earlier visits. */
  async start(): Promise<void> {
    this.#isStopped = false
    await this.#load()
    for (const { id } of this.#state.entries) this.#own.add(id)
    this.resume()
  }

  /** Stop sending: the user has signed out. Stored answers stay. */
  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
    this.#leaveTabs()
  }

  /** Enqueue an answer. Resolves when it is stored on this device, independent of the network. */
  async enqueue({ base, ...answer }: NewAnswer): Promise<void> {
    await this.#take([{ ...answer, ...baseOf(this.latestOwn(answer.recordId, base)) }])
  }

  /** Enqueue edits of classic records, which are sent together. Resolves when they are stored on this device. */
  async enqueueEdits(edits: readonly NewEdit[]): Promise<void> {
    const taken = edits.map(({ lastUpdated, ...edit }) => {
      const seen = lastUpdated === undefined ? null : { id: edit.recordId, updatedAt: lastUpdated }
      return { ...NO_RESPONSE, ...edit, ...baseOf(this.latestOwn(edit.recordId, seen)) }
    })
    await this.#take(taken)
  }

  async #take(answers: readonly TakenAnswer[]): Promise<void> {
    const taken = answers.map((answer) => this.#begin(this.#makeEntry(answer)))
    const replaced = new Set(taken.flatMap(({ replacedIds }) => replacedIds))
    const entries = taken.map(({ entry }) => entry).filter(({ id }) => !replaced.has(id))
    await this.#store(entries, [...replaced])
    this.#tools.tabs.tell({ userId: this.userId, type: 'changed' })
    void this.#drain()
  }

  #begin(entry: OutboxEntry): { entry: OutboxEntry; replacedIds: string[] } {
    const replacedIds = this.#state.entries.filter((old) => isSuperseded(old, entry)).map(({ id }) => id)
    this.#unstored.set(entry.id, entry)
    this.#own.add(entry.id)
    this.#dispatch({ type: 'enqueued', entry })
    return { entry: this.#state.entries.find(({ id }) => id === entry.id) ?? entry, replacedIds }
  }

  async #store(entries: readonly OutboxEntry[], replacedIds: readonly string[]): Promise<void> {
    try {
      await this.#tools.store.addEntries(entries, replacedIds)
      for (const id of [...replacedIds, ...entries.map((entry) => entry.id)]) this.#unstored.delete(id)
    } catch {
      // The disk is full or gone: the answers stay in this page's memory and are sent from there.
    }
  }

  /** Send now: back online, signed in again, or requested by the user. */
  resume(): void {
    this.#dispatch({ type: 'resumed' })
    void this.#drain()
  }

  /** Discard a refused answer. */
  async dismiss(id: string): Promise<void> {
    this.#dispatch({ type: 'dismissed', id })
    this.#unstored.delete(id)
    await this.#tools.store.removeEntries([id], []).catch(ignoreStore)
    this.#tools.tabs.tell({ userId: this.userId, type: 'changed' })
  }

  /** The response that the user saw, or the result of their own later answers from this page. */
  latestOwn(recordId: string, seen: ResponseVersion | null): ResponseVersion | null {
    return this.#own.latest(recordId, seen)
  }

  #makeEntry(answer: TakenAnswer): OutboxEntry {
    const { now, newId } = this.#tools
    // The clock may go backwards; the order of answers must not.
    this.#lastCreatedAt = Math.max(now(), this.#lastCreatedAt + 1)
    return {
      ...answer,
      id: newId(),
      userId: this.userId,
      createdAt: this.#lastCreatedAt,
      isTried: false,
      attempts: 0,
      notBefore: 0,
      state: 'waiting',
    }
  }

  async #load(): Promise<void> {
    const asOf = this.#tools.now()
    const stored = await this.#tools.store.loadEntries(this.userId).catch(() => [])
    const ids = new Set(stored.map(({ id }) => id))
    const unstored = [...this.#unstored.values()].flatMap(({ id }) => {
      const own = ids.has(id) ? undefined : this.#state.entries.find((entry) => entry.id === id)
      return own ? [own] : []
    })
    this.#dispatch({ type: 'loaded', entries: [...stored, ...unstored], asOf })
  }

  async #drain(): Promise<void> {
    this.#isWanted = true
    if (this.#isDraining) return
    this.#isDraining = true
    try {
      while (this.#isWanted && !this.#isStopped) {
        this.#isWanted = false
        if (nextToSend(this.#state, this.#tools.now())) await this.#tools.withLock(() => this.#sendAll())
      }
    } finally {
      this.#isDraining = false
    }
    this.#schedule()
  }

  async #sendAll(): Promise<void> {
    // Another tab may have sent some while this one waited for the lock.
    await this.#load()
    for (let entry = this.#next(); entry && !this.#isStopped; entry = this.#next()) await this.#sendOne(entry)
  }

  #next(): OutboxEntry | undefined {
    return nextToSend(this.#state, this.#tools.now())
  }

  /** Send an edit together with other edits of its dataset; each has its own outcome. */
  async #sendEdits(first: OutboxEntry): Promise<void> {
    const batch = editsToSend(this.#state, first, this.#tools.now())
    for (const { id } of batch) this.#dispatch({ type: 'started', id })
    await this.#save(batch.map(({ id }) => id))
    const replies = await this.#tools.sendEdits(batch)
    const saved: SentEntry[] = []
    const others: [OutboxEntry, Outcome][] = []
    for (const entry of batch) {
      const outcome = judgeReply(entry, { kind: 'edit' }, replies.get(entry.id) ?? { kind: 'noAnswer' })
      if (outcome.kind === 'delivered') saved.push({ entry, version: outcome.version })
      else others.push([entry, outcome])
    }
    if (saved.length > 0) await this.#deliver(saved, undefined)
    for (const [entry, outcome] of others) await this.#act(entry, outcome, undefined)
  }

  async #sendOne(entry: OutboxEntry): Promise<void> {
    if (entry.edit) return this.#sendEdits(entry)
    this.#dispatch({ type: 'started', id: entry.id })
    await this.#save([entry.id])
    const plan = planRequest(entry)
    if (plan.kind === 'find') return this.#lookUp(entry)

    const { reply, response } = await this.#tools.send(entry, plan)
    return this.#act(entry, judgeReply(entry, plan, reply), response)
  }

  /** @param response - the user's response as the server has it now, if known */
  async #act(entry: OutboxEntry, outcome: Outcome, response: RecordResponse | undefined): Promise<void> {
    switch (outcome.kind) {
      case 'delivered':
        return this.#deliver([{ entry, version: outcome.version }], response)
      case 'retry':
        return this.#change({ type: 'failed', id: entry.id, now: this.#tools.now() })
      case 'signedOut':
        return this.#change({ type: 'paused' }, entry.id)
      case 'findResponse':
        return this.#lookUp(entry)
      case 'responseGone':
        return this.#change({ type: 'responseGone', id: entry.id })
      case 'refused':
        return this.#giveBack(entry, outcome.refusal, response)
    }
  }

  /** A conflicting response exists: fetch it. */
  async #lookUp(entry: OutboxEntry): Promise<void> {
    try {
      const response = await this.#tools.findResponse(entry.recordId)
      const found = response && response.id !== null ? { ...response, id: response.id } : undefined
      return this.#act(entry, judgeFound(entry, found), response)
    } catch (error) {
      return this.#act(entry, judgeReply(entry, planRequest(entry), replyOf(error)), undefined)
    }
  }

  async #giveBack(entry: OutboxEntry, refusal: Refusal, found: RecordResponse | undefined): Promise<void> {
    const isOutdone = this.#state.entries.some((other) => isLater(other, entry))
    // The user's later answer supersedes this one and is sent next.
    if (isOutdone) return this.dismiss(entry.id)
    await this.#change({ type: 'refused', id: entry.id, refusal })
    const refused = { ...entry, refusal }
    this.#tellRefused(refused, found)
    this.#tools.tabs.tell({ userId: this.userId, type: 'refused', entry: refused, response: found })
  }

  #tellRefused(entry: OutboxEntry, found: RecordResponse | undefined): void {
    for (const listener of this.#refusalListeners) listener(entry, found)
  }

  async #deliver(sent: readonly SentEntry[], response: RecordResponse | undefined): Promise<void> {
    const delivered = sent.map(({ entry, version }) => {
      const known = entry.edit ? { ...entry, ...baseOf(version) } : entry
      this.#tellDelivered(known, response)
      this.#dispatch({ type: 'delivered', id: entry.id, version })
      this.#unstored.delete(entry.id)
      return known
    })
    const recordIds = new Set(sent.map(({ entry }) => entry.recordId))
    const others = this.#state.entries.filter(({ recordId }) => recordIds.has(recordId))
    const ids = sent.map(({ entry }) => entry.id)
    await this.#tools.store.removeEntries(ids, others).catch(ignoreStore)
    for (const entry of delivered) this.#tools.tabs.tell({ userId: this.userId, type: 'delivered', entry, response })
  }

  #tellDelivered(entry: OutboxEntry, response: RecordResponse | undefined): void {
    const isOwn = this.#own.has(entry)
    if (isOwn) this.#own.noteDelivered(entry, entry.edit ? editedVersion(entry) : versionOf(response))
    for (const listener of this.#deliveryListeners) listener(entry, response, isOwn)
  }

  async #change(
    event: Exclude<OutboxEvent, { type: 'loaded' | 'enqueued' }>,
    id = 'id' in event ? event.id : '',
  ): Promise<void> {
    this.#dispatch(event)
    await this.#save([id])
  }

  async #save(ids: readonly string[]): Promise<void> {
    const wanted = new Set(ids)
    const stored = this.#state.entries.filter(({ id }) => wanted.has(id) && !this.#unstored.has(id))
    if (stored.length > 0) await this.#tools.store.putEntries(stored).catch(ignoreStore)
  }

  #schedule(): void {
    clearTimeout(this.#timer)
    const at = nextAttemptAt(this.#state)
    if (at === undefined || this.#isStopped) return
    this.#timer = setTimeout(() => void this.#drain(), Math.max(0, at - this.#tools.now()))
  }

  #dispatch(event: OutboxEvent): void {
    this.#state = reduceOutbox(this.#state, event)
    for (const listener of this.#listeners) listener()
  }

  /** Whether leaving the page now would leave answers behind. */
  hasUnsent(): boolean {
    return unsentEntries(this.#state).length > 0
  }
}

/** An answer that the server has saved, and the response or record as it is then. */
interface SentEntry {
  entry: OutboxEntry
  version: ResponseVersion | null
}

/** The fields of an answer when it is enqueued. */
type TakenAnswer = Omit<OutboxEntry, 'id' | 'userId' | 'createdAt' | 'isTried' | 'attempts' | 'notBefore' | 'state'>

function editedVersion({ recordId, basedOn }: OutboxEntry): ResponseVersion | null {
  return basedOn === undefined ? null : { id: recordId, updatedAt: basedOn }
}

function isLater(one: OutboxEntry, other: OutboxEntry): boolean {
  return one.recordId === other.recordId && one.createdAt > other.createdAt
}

// The answer is then kept in memory only, protected by the confirmation before leaving the page.
function ignoreStore(): void {}
