import type { Action } from '@postil/contract/route'
import type { AllRoutes } from '@postil/contract/routes'

/**
 * The order of the access check, for routes where old clients rely on another than ours (404 for a missing resource, then 403).
 *
 * - `permission first`: before the resource is looked up
 * - `by the handler`: the handler itself finds the resource and checks the permission for it
 * - `enterWith`: this permission is enough to reach the handler, which checks the route's own just before the change
 */
type CheckOrder = 'permission first' | 'by the handler' | { enterWith: Action }

/** Members may send changes that only managers may make: other errors come before the 403 (classic-api §3.1). */
const AFTER_OTHER_REFUSALS: CheckOrder = { enterWith: 'dataset.read' }

const CHECK_ORDERS: { readonly [Name in keyof AllRoutes]?: CheckOrder } = {
  // Users and workspaces (feedback-api §1.4).
  getUser: 'permission first',
  listUserWorkspaces: 'permission first',
  listUserApiKeys: 'permission first',
  createUserApiKey: 'permission first',
  deleteUserApiKey: 'permission first',
  getWorkspace: 'permission first',
  deleteWorkspace: 'permission first',
  listMembers: 'permission first',
  addMember: 'permission first',
  classicListMembers: 'permission first',
  classicAddMember: 'permission first',
  // "Not linked" takes precedence (feedback-api §3.1).
  removeMember: 'by the handler',
  classicRemoveMember: 'by the handler',
  // The workspace is named in the body, the query or a header; a missing one is a 400.
  createTaskDataset: 'by the handler',
  createTaskDatasetSlash: 'by the handler',
  // Deleting a missing dataset succeeds (classic-api §3).
  deleteTaskDataset: 'by the handler',
  patchTextClassificationSettings: AFTER_OTHER_REFUSALS,
  putTextClassificationSettings: AFTER_OTHER_REFUSALS,
  putTextClassificationSettingsOld: AFTER_OTHER_REFUSALS,
  patchTokenClassificationSettings: AFTER_OTHER_REFUSALS,
  putTokenClassificationSettings: AFTER_OTHER_REFUSALS,
  putTokenClassificationSettingsOld: AFTER_OTHER_REFUSALS,
  // With `mark_as_discarded`, members are allowed to do this (classic-api §6.4).
  deleteTaskRecords: AFTER_OTHER_REFUSALS,
}

const orders = new Map<string, CheckOrder>(Object.entries(CHECK_ORDERS))

/** When this route checks its permission; undefined for the usual order. */
export function checkOrderOf(routeName: string): CheckOrder | undefined {
  return orders.get(routeName)
}
