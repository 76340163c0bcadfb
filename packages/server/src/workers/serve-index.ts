import { parentPort } from 'node:worker_threads'
import { type FromIndexThread, messageOf, type ToIndexThread } from './index-messages'
import { lowerThreadPriority } from './thread-priority'

/** The service that runs in an index thread. */
export interface IndexService<Ask, Answer, Fetch, Page> {
  /** @param fetch - reads a page of the store for this query */
  answer(ask: Ask, fetch: (fetch: Fetch) => Promise<Page>): Promise<Answer>
  /** Whether the query caused the error, rather than the index. */
  isRefusal?(cause: unknown): boolean
}

/** Run this worker thread as an index: the counterpart of `IndexThread`. Its priority is lower than that of threads that save answers. */
export function serveIndex<Ask, Answer, Fetch, Page>(service: IndexService<Ask, Answer, Fetch, Page>): void {
  const port = parentPort
  if (!port) throw new Error('An index is served in a worker thread only.')
  lowerThreadPriority()

  const fetching = new Map<number, { resolve(page: Page): void; reject(cause: Error): void }>()
  let fetches = 0

  port.on('message', (message: ToIndexThread<Ask, Page>) => {
    switch (message.type) {
      case 'fetched':
        fetching.get(message.id)?.resolve(message.page)
        fetching.delete(message.id)
        return
      case 'fetchFailed':
        fetching.get(message.id)?.reject(new Error(message.message))
        fetching.delete(message.id)
        return
      case 'ask':
        answer(message.id, message.ask)
    }
  })

  async function answer(id: number, ask: Ask): Promise<void> {
    try {
      post({ type: 'answer', id, answer: await service.answer(ask, (fetch) => fetchPage(id, fetch)) })
    } catch (cause) {
      post({ type: 'failure', id, message: messageOf(cause), refused: service.isRefusal?.(cause) ?? false })
    }
  }

  function fetchPage(askId: number, fetch: Fetch): Promise<Page> {
    return new Promise((resolve, reject) => {
      const id = fetches++
      fetching.set(id, { resolve, reject })
      post({ type: 'fetch', id, askId, fetch })
    })
  }

  function post(message: FromIndexThread<Answer, Fetch>): void {
    port?.postMessage(message)
  }
}
