import { newId } from '@postil/domain/new-id'
import { fetchRecord } from '../api/feedback/records.ts'
import { sendEntry } from '../api/feedback/responses.ts'
import { openIdbStore } from './idb-store.ts'
import { Outbox } from './outbox.ts'
import { memoryStore, type OutboxStore } from './outbox-store.ts'
import type { SendEdits } from './send-edits.ts'
import { browserTabs, withTabLock } from './tabs.ts'

let store: Promise<OutboxStore> | undefined
let current: { outbox: Promise<Outbox>; userId: string } | undefined

/** This device's store of answers, edits and jobs. */
export function deviceStore(): Promise<OutboxStore> {
  store ??= openIdbStore().then(withOldJobs, () => memoryStore())
  return store
}

async function withOldJobs(opened: OutboxStore): Promise<OutboxStore> {
  const hasOldJobs = Object.keys(localStorage).some((key) => /^postil\.(bulk|import)\./.test(key))
  // Jobs that cannot be moved stay in localStorage until the next visit.
  if (hasOldJobs) await moveLate(opened).catch(() => undefined)
  return opened
}

/** Only a device with jobs of an earlier version loads the code for them. */
async function moveLate(opened: OutboxStore): Promise<void> {
  const { moveOldJobs } = await import('./move-old-jobs.ts')
  await moveOldJobs(opened)
}

/** The outbox of a user, opened and sending; the same instance for every caller while the user is signed in. */
export function openOutbox(userId: string): Promise<Outbox> {
  if (current?.userId === userId) return current.outbox
  closeOutbox()
  const outbox = start(userId)
  current = { outbox, userId }
  return outbox
}

/** Stop sending for a user who signed out; unsent answers stay on the device for their return. */
export function closeOutbox(): void {
  void current?.outbox.then((outbox) => outbox.stop())
  current = undefined
}

async function start(userId: string): Promise<Outbox> {
  const outbox = new Outbox(userId, {
    store: await deviceStore(),
    send: sendEntry,
    sendEdits: sendEditsLate,
    findResponse: async (recordId) => (await fetchRecord(recordId)).response,
    withLock: (work) => withTabLock(`postil.outbox.${userId}`, work),
    tabs: browserTabs(),
    newId,
    now: Date.now,
  })
  await outbox.start()
  return outbox
}

/** Only pages of classic datasets create edits: elsewhere, the code that sends them is loaded when an earlier visit left some. */
const sendEditsLate: SendEdits = async (entries) => {
  const module = await import('./send-edits.ts').catch(() => undefined)
  // As if the server were unreachable: they stay on the device and are retried.
  return module ? module.sendEdits(entries) : new Map(entries.map(({ id }) => [id, { kind: 'noAnswer' }]))
}
