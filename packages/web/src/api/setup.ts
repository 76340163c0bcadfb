import type { BodyOf } from '@postil/contract/route'
import type { AllRoutes } from '@postil/contract/routes'
import { api } from './client.ts'

/** What the first owner tells about themselves. */
export type SetupForm = Partial<BodyOf<AllRoutes['completeSetup']>>

/** Whether the server still waits for its first owner. */
export async function fetchIsSetupPending(): Promise<boolean> {
  const { pending } = await api('GET /api/setup')
  return pending
}

/** Make the first owner with the token of the one-time link. Throws what the client throws. */
export async function completeSetup(form: SetupForm): Promise<void> {
  await api('POST /api/setup', { body: form })
}
