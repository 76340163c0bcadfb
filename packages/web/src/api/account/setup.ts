import type { BodyOf } from '@postil/contract/route'
import type { AllRoutes } from '@postil/contract/routes'
import { api } from '../client.ts'

/** The set-up form of the first owner. */
export type SetupForm = Partial<BodyOf<AllRoutes['completeSetup']>>

/** Whether the server has no owner yet. */
export async function fetchIsSetupPending(): Promise<boolean> {
  const { pending } = await api('GET /api/setup')
  return pending
}

/** Create the first owner with the token of the one-time link. Throws what the client throws. */
export async function completeSetup(form: SetupForm): Promise<void> {
  await api('POST /api/setup', { body: form })
}
