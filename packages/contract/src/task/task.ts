import { z } from 'zod'
import type { Access } from '../route'
import { fail, text, valueError } from '../shapes'
import { TASKS, type Task } from './constants'

/** All dataset routes accept the workspace in this parameter or in the header `X-Argilla-Workspace`; the parameter takes precedence. */
export const workspaceQuery = { workspace: text().optional() }
export const WorkspaceQuery = z.object(workspaceQuery)

export const NameParams = z.object({ name: text() })

/** Access to the dataset named in the path. */
export const member = { can: 'dataset.read', of: 'task_dataset', param: 'name' } as const satisfies Access
export const annotate = { can: 'record.annotate', of: 'task_dataset', param: 'name' } as const satisfies Access
export const manager = { can: 'dataset.manage', of: 'task_dataset', param: 'name' } as const satisfies Access

/** The task in a path, or undefined for routes that serve all tasks. */
export function taskOfPath(path: string): Task | undefined {
  return TASKS.find((task) => path.split(/[/:]/).includes(task))
}

/** A record's id: text or an integer, kept as given. Numbers beyond 2^53 would lose digits, so they are refused. */
export function recordId() {
  return z
    .unknown()
    .transform((input, ctx): string | number => {
      if (typeof input === 'string' && !/[\0\p{Surrogate}]/u.test(input)) return input
      if (typeof input === 'number' && Number.isSafeInteger(input)) return input
      if (typeof input === 'bigint' || (typeof input === 'number' && Number.isInteger(input)))
        fail(ctx, valueError('ids beyond 2^53 must be sent as text'))
      else if (input === null) fail(ctx, { msg: 'none is not an allowed value', type: 'type_error.none.not_allowed' })
      else fail(ctx, { msg: 'str type expected', type: 'type_error.str' })
      return z.NEVER
    })
    .meta({ anyOf: [{ type: 'string' }, { type: 'integer' }] })
}
