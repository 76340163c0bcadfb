/** Work that a request causes and that no reply waits for. It is plain data, so that a handler can request it from any thread. */
export type FollowUp =
  /** An API key was used at this time (µs since 1970). */
  | { work: 'noteKeyUse'; keyId: string; at: number }
  /** A user was active at this time (µs since 1970). */
  | { work: 'noteSeen'; userId: string; at: number }
  /** New jobs exist: start them now instead of at the next poll. */
  | { work: 'runJobs' }
