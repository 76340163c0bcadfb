const lockOf = (jobId: string) => `postil.bulk.${jobId}`

/**
 * Run a bulk change unless another tab of this browser does. Browsers offer Web Locks on https and localhost only; without them it runs
 * anyway: records that another tab has already sent are refused as answered.
 *
 * @returns the result of the work, or undefined while another tab runs it
 */
export async function holdJob<T>(jobId: string, work: () => Promise<T>): Promise<T | undefined> {
  const locks = tabLocks()
  if (!locks) return work()
  return locks.request(lockOf(jobId), { ifAvailable: true }, (lock) => (lock ? work() : Promise.resolve(undefined)))
}

/** The bulk changes that any tab of this browser is sending, including this one, by their lock names. */
export async function findJobsGoingOn(): Promise<(jobId: string) => boolean> {
  const { held = [], pending = [] } = (await tabLocks()?.query()) ?? {}
  // Tabs that wait for the end of a job hold or request the lock in shared mode: ignore them.
  const names = new Set([...held, ...pending].filter(({ mode }) => mode === 'exclusive').map(({ name }) => name))
  return (jobId) => names.has(lockOf(jobId))
}

/** Wait until no tab is sending a bulk change: it is done, stopped, or its tab is closed. */
export async function waitForJob(jobId: string, signal: AbortSignal): Promise<void> {
  await tabLocks()?.request(lockOf(jobId), { mode: 'shared', signal }, () => undefined)
}

function tabLocks(): LockManager | undefined {
  return 'locks' in navigator ? navigator.locks : undefined
}
