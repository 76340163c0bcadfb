/**
 * Messages between the HTTP thread, which can reach the store, and a thread with an in-memory index. The index thread replies to queries by id;
 * to update itself it requests pages of rows on behalf of a query.
 */
export type ToIndexThread<Ask, Page> =
  | { type: 'ask'; id: number; ask: Ask }
  | { type: 'fetched'; id: number; page: Page }
  | { type: 'fetchFailed'; id: number; message: string }

export type FromIndexThread<Answer, Fetch> =
  | { type: 'answer'; id: number; answer: Answer }
  /** `refused`: the query is invalid, with a message for the user. */
  | { type: 'failure'; id: number; message: string; refused: boolean }
  | { type: 'fetch'; id: number; askId: number; fetch: Fetch }

/** The message of an error, for passing between threads. */
export function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}
