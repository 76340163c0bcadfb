/** Work that follows from a request and that no reply waits for. It is named, so that a handler can ask for it in any thread. */
export type FollowUp =
  /** An API key was used at this time (µs). */
  | { work: 'noteKeyUse'; keyId: string; at: number }
  /** A user was here at this time (µs). */
  | { work: 'noteSeen'; userId: string; at: number }
  /** There are new jobs: do them now, instead of at the next look. */
  | { work: 'runJobs' }
  /** So many records are new: the store's statistics may have to be refreshed. */
  | { work: 'noteNewRecords'; count: number }
