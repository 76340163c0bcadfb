import { z } from 'zod'
import { OptionChange, OptionChangeBody, OptionChangeList, OptionTouches } from '../../options'
import { defineRoute } from '../../route'
import { uuid } from '../../shapes'

const common = {
  tag: 'Questions',
  access: { can: 'dataset.manage', of: 'question', param: 'question_id' },
  params: z.object({ question_id: uuid() }),
  status: 200,
} as const
const errors = ['unauthenticated', 'forbidden', 'not_found', 'invalid_shape', 'invalid'] as const

/** Changes of the options of a label, multi-label, ranking or span question. */
export const optionChangeRoutes = {
  previewOptionChange: defineRoute({
    ...common,
    method: 'POST',
    path: '/api/v1/questions/{question_id}/options:preview',
    summary: 'Preview a change of the options: the number of objects that it would affect.',
    body: OptionChange,
    reply: OptionTouches,
    outsideTransaction: true,
    errors,
  }),
  changeOptions: defineRoute({
    ...common,
    method: 'POST',
    path: '/api/v1/questions/{question_id}/options:change',
    summary: 'Add, rename, merge, retire, restore, reorder or colour options. Answers are changed by a background job.',
    body: OptionChange,
    reply: OptionChangeBody,
    errors: [...errors, 'conflict'],
  }),
  undoOptionChange: defineRoute({
    ...common,
    method: 'POST',
    path: '/api/v1/questions/{question_id}/options:undo',
    summary: 'Undo the latest change of the options.',
    body: z.object({ id: uuid() }),
    reply: OptionChangeBody,
    errors: [...errors, 'conflict'],
  }),
  listOptionChanges: defineRoute({
    ...common,
    method: 'GET',
    path: '/api/v1/questions/{question_id}/options/changes',
    summary: 'The latest changes of the options and their progress, newest first.',
    reply: OptionChangeList,
    errors: ['unauthenticated', 'forbidden', 'not_found', 'invalid_shape'],
  }),
}
