import { z } from 'zod'

/** What the server does in the background. */
export const JOB_KINDS = [
  /** Clear away the records of a deleted dataset, or of an import that was given up. */
  'purge_dataset',
  /** Clear away the vectors of deleted vectors settings. */
  'purge_vectors',
  /** Let records follow a change of labels or options, or its undo. */
  'option_change',
  /** Forget what changes of labels and options replaced, once they can no longer be undone. */
  'forget_changes',
  /** Make the lexical vectors that are missing in a dataset. */
  'lexical_vectors',
] as const

export const JobKind = z.enum(JOB_KINDS)
export type JobKind = z.infer<typeof JobKind>
