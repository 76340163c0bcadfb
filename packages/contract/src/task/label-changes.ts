import { z } from 'zod'
import { OptionChange, OptionChangeBody, OptionChangeList, OptionTouches } from '../options'
import { defineRoute } from '../route'
import { uuid } from '../shapes'
import { manager, NameParams, WorkspaceQuery } from './task'

const common = {
  tag: 'Classic settings',
  access: manager,
  params: NameParams,
  query: WorkspaceQuery,
  status: 200,
} as const
const errors = ['missing_workspace', 'not_found', 'wrong_task', 'forbidden', 'bad_request', 'closed_dataset'] as const

/** Changes of the labels of a text or token classification dataset that has a label schema. */
export const labelChangeRoutes = {
  previewLabelChange: defineRoute({
    ...common,
    method: 'POST',
    path: '/api/datasets/{name}/labels:preview',
    summary: 'Preview a change of the labels: the number of objects that it would affect.',
    body: OptionChange,
    reply: OptionTouches,
    outsideTransaction: true,
    errors,
  }),
  changeLabels: defineRoute({
    ...common,
    method: 'POST',
    path: '/api/datasets/{name}/labels:change',
    summary: 'Add, rename, merge, retire, restore, reorder or colour labels. Records are changed by a background job.',
    body: OptionChange,
    reply: OptionChangeBody,
    errors: [...errors, 'conflict'],
  }),
  undoLabelChange: defineRoute({
    ...common,
    method: 'POST',
    path: '/api/datasets/{name}/labels:undo',
    summary: 'Undo the latest change of the labels.',
    body: z.object({ id: uuid() }),
    reply: OptionChangeBody,
    errors: [...errors, 'conflict'],
  }),
  listLabelChanges: defineRoute({
    ...common,
    method: 'GET',
    path: '/api/datasets/{name}/labels/changes',
    summary: 'The latest changes of the labels and their progress, newest first.',
    reply: OptionChangeList,
    errors: ['missing_workspace', 'not_found', 'wrong_task', 'forbidden'],
  }),
}
