import { labelChangeRoutes } from '@postil/contract/task/label-changes'
import { handle } from '../../../http/calls/handle'
import { listChanges, makeChange, previewChange, undoChange } from '../../options/option-changes.service'
import { assertOpen } from '../datasets/open-dataset'
import { labelOwner, readLabels } from './label-owner.service'

/** Handlers of the changes of labels. */
export const labelChangeHandlers = handle(labelChangeRoutes, {
  previewLabelChange: async ({ context, found, body }) => {
    const dataset = assertOpen(found('task_dataset'))
    const db = context.engine.heavyDb
    return previewChange(db, labelOwner(dataset), await readLabels(db, dataset), body)
  },
  changeLabels: async ({ tx, user, found, body, later }) => {
    later({ work: 'runJobs' })
    return makeChange(tx, user, labelOwner(assertOpen(found('task_dataset'))), body)
  },
  undoLabelChange: async ({ tx, user, found, body, later }) => {
    later({ work: 'runJobs' })
    return undoChange(tx, user, labelOwner(assertOpen(found('task_dataset'))), body.id)
  },
  listLabelChanges: ({ db, found }) => listChanges(db, labelOwner(found('task_dataset'))),
})
