import type { OutboxEntry } from '@postil/domain/outbox/entry'
import type { KeptEdit, KeptJob, OutboxStore } from './outbox-store.ts'

const DATABASE = 'postil'
const VERSION = 2
const ENTRIES = 'entries'
const EDITS = 'edits'
const JOBS = 'jobs'
const BY_USER = 'by-user'
const BY_DATASET = 'by-dataset'

/** Open the store in IndexedDB. Rejects where the browser refuses it. */
export async function openIdbStore(): Promise<OutboxStore> {
  const db = await openDatabase()
  const write = (names: string[], work: (transaction: IDBTransaction) => void) =>
    new Promise<void>((resolve, reject) => {
      // Strict durability: complete means flushed to the disk.
      const transaction = db.transaction(names, 'readwrite', { durability: 'strict' })
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error)
      work(transaction)
      // Commit explicitly: the browser then finishes the transaction even if this page is killed right after.
      transaction.commit()
    })
  const put = (transaction: IDBTransaction, entries: readonly OutboxEntry[]) => {
    for (const entry of entries) transaction.objectStore(ENTRIES).put(entry)
  }

  return {
    loadEntries: (userId) => getAll<OutboxEntry>(indexOf(db, ENTRIES, BY_USER), userId),
    addEntries: (entries, replacedIds) =>
      write([ENTRIES, EDITS], (transaction) => {
        for (const id of replacedIds) transaction.objectStore(ENTRIES).delete(id)
        put(transaction, entries)
        for (const { userId, datasetId, recordId } of entries)
          transaction.objectStore(EDITS).delete([userId, datasetId, recordId])
      }),
    putEntries: (entries) => write([ENTRIES], (transaction) => put(transaction, entries)),
    removeEntries: (ids, changed) =>
      write([ENTRIES], (transaction) => {
        for (const id of ids) transaction.objectStore(ENTRIES).delete(id)
        put(transaction, changed)
      }),
    loadEdits: (userId, datasetId) => getAll<KeptEdit>(indexOf(db, EDITS, BY_DATASET), [userId, datasetId]),
    putEdit: (edit) => write([EDITS], (transaction) => void transaction.objectStore(EDITS).put(edit)),
    removeEdit: ({ userId, datasetId, recordId }) =>
      write([EDITS], (transaction) => void transaction.objectStore(EDITS).delete([userId, datasetId, recordId])),
    loadJobs: ({ kind, userId, datasetId }) => {
      const place = [kind, userId, datasetId]
      // In the order of IndexedDB keys, arrays come after all strings: the range includes all ids.
      return getAll<KeptJob>(db.transaction(JOBS).objectStore(JOBS), IDBKeyRange.bound(place, [...place, []]))
    },
    putJob: (job) => write([JOBS], (transaction) => void transaction.objectStore(JOBS).put(job)),
    removeJob: ({ kind, userId, datasetId, id }) =>
      write([JOBS], (transaction) => void transaction.objectStore(JOBS).delete([kind, userId, datasetId, id])),
  }
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, VERSION)
    request.onupgradeneeded = ({ oldVersion }) => {
      if (oldVersion < 1) {
        request.result.createObjectStore(ENTRIES, { keyPath: 'id' }).createIndex(BY_USER, 'userId')
        request.result
          .createObjectStore(EDITS, { keyPath: ['userId', 'datasetId', 'recordId'] })
          .createIndex(BY_DATASET, ['userId', 'datasetId'])
      }
      request.result.createObjectStore(JOBS, { keyPath: ['kind', 'userId', 'datasetId', 'id'] })
    }
    request.onsuccess = () => {
      // A later version of the app in another tab may upgrade the schema: close for it.
      request.result.onversionchange = () => request.result.close()
      resolve(request.result)
    }
    request.onerror = () => reject(request.error)
    request.onblocked = () => reject(new Error('Another tab keeps an older store open.'))
  })
}

function indexOf(db: IDBDatabase, store: string, index: string): IDBIndex {
  return db.transaction(store).objectStore(store).index(index)
}

function getAll<Row>(from: IDBIndex | IDBObjectStore, keys: IDBValidKey | IDBKeyRange): Promise<Row[]> {
  return new Promise((resolve, reject) => {
    const request: IDBRequest<Row[]> = from.getAll(keys)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
