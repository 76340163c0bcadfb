const lockOf = (jobId: string) => `postil.bulk.${jobId}`

/**
 * Send a bulk change while no other tab of this browser does. Browsers offer locks on https and localhost only; without them it is sent
 * anyway: what another tab has sent is refused as answered.
 *
 * @returns what the work returns, or undefined while another tab is at it
 */
export async function holdJob<T>(jobId: string, work: () => Promise<T>): Promise<T | undefined> {
  const locks = tabLocks()
  if (!locks) return work()
  return locks.request(lockOf(jobId), { ifAvailable: true }, (lock) => (lock ? work() : Promise.resolve(undefined)))
}

/** The bulk changes that tabs of this browser are sending, this one among them, by the names of their locks. */
export async function findJobsGoingOn(): Promise<(jobId: string) => boolean> {
  const { held = [], pending = [] } = (await tabLocks()?.query()) ?? {}
  // Who only waits for the end shares the lock.
  const names = new Set([...held, ...pending].filter(({ mode }) => mode === 'exclusive').map(({ name }) => name))
  return (jobId) => names.has(lockOf(jobId))
}

/** Wait until no tab sends a bulk change any more: it is done, stopped, or its tab is gone. */
export async function waitForJob(jobId: string, signal: AbortSignal): Promise<void> {
  await tabLocks()?.request(lockOf(jobId), { mode: 'shared', signal }, () => undefined)
}

function tabLocks(): LockManager | undefined {
  return 'locks' in navigator ? navigator.locks : undefined
}
