import type { Migration } from './migration'

/** The job that removes tombstones of classic records got this name. */
export const tombstoneJobs: Migration = {
  name: '0050-tombstone-jobs',
  statements: () => [`update jobs set kind = 'remove_tombstones' where kind = 'forget_deletions'`],
}
