/**
 * Messages between the HTTP thread, which reaches the store, and a thread that holds an index in memory. The index thread answers asks by id;
 * to learn what is new it asks back, on behalf of an ask, for a page of rows.
 */
export type ToIndexThread<Ask, Page> =
  | { type: 'ask'; id: number; ask: Ask }
  | { type: 'fetched'; id: number; page: Page }
  | { type: 'fetchFailed'; id: number; message: string }

export type FromIndexThread<Answer, Fetch> =
  | { type: 'answer'; id: number; answer: Answer }
  /** `refused`: the ask itself cannot be answered, with a reason for a reader. */
  | { type: 'failure'; id: number; message: string; refused: boolean }
  | { type: 'fetch'; id: number; askId: number; fetch: Fetch }

/** What an error says, as text that crosses threads. */
export function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}
