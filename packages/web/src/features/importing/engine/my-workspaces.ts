import type { ReplyOf } from '@postil/contract/route'
import type { AllRoutes } from '@postil/contract/routes'
import { api } from '../../../api/client.ts'

/** A workspace in which the user may create datasets. */
export type MyWorkspace = ReplyOf<AllRoutes['listMyWorkspaces']>['items'][number]

/** The user's workspaces; for an owner all. */
export async function fetchMyWorkspaces(): Promise<MyWorkspace[]> {
  const { items } = await api('GET /api/v1/me/workspaces')
  return items
}
