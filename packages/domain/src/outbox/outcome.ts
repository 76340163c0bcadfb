import type { OutboxEntry, Refusal, RequestPlan } from './entry'

/** What came of one request. */
export type Reply =
  /** 2xx; `responseId` as the reply names it, null after a deletion */
  | { kind: 'done'; responseId: string | null }
  | { kind: 'noAnswer' }
  | { kind: 'error'; status: number; messages: readonly string[] }

/** What to do about it. */
export type Outcome =
  | { kind: 'delivered'; responseId: string | null }
  | { kind: 'retry' }
  | { kind: 'signedOut' }
  /** Look up the user's response on the server, then go again with it. */
  | { kind: 'findResponse' }
  /** The response is gone on the server: go again as if there had been none. */
  | { kind: 'responseGone' }
  | { kind: 'refused'; refusal: Refusal }

const LATER = new Set([408, 425, 429])

/** Read a reply. Only what the server surely did not and will not take is refused; everything unclear is sent again under its key. */
export function judgeReply(entry: OutboxEntry, plan: RequestPlan, reply: Reply): Outcome {
  if (reply.kind === 'done') return { kind: 'delivered', responseId: reply.responseId }
  if (reply.kind === 'noAnswer') return { kind: 'retry' }
  const { status, messages } = reply
  if (status === 401) return { kind: 'signedOut' }
  if (status >= 500 || LATER.has(status)) return { kind: 'retry' }
  if (plan.kind === 'delete' && status === 404) return { kind: 'delivered', responseId: null }
  if (plan.kind === 'create' && status === 409) return { kind: 'findResponse' }
  if (plan.kind === 'update' && status === 404 && entry.responseId !== null) return { kind: 'responseGone' }
  return { kind: 'refused', refusal: { status, messages } }
}
