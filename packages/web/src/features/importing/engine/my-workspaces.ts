import type { ReplyOf } from '@postil/contract/route'
import type { AllRoutes } from '@postil/contract/routes'
import { api } from '../../../api/client.ts'

/** A workspace that the user may put datasets into. */
export type MyWorkspace = ReplyOf<AllRoutes['listMyWorkspaces']>['items'][number]

/** The workspaces the user belongs to; an owner to all. */
export async function fetchMyWorkspaces(): Promise<MyWorkspace[]> {
  const { items } = await api('GET /api/v1/me/workspaces')
  return items
}
