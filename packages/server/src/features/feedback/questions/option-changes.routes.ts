import { optionChangeRoutes } from '@postil/contract/feedback/settings/option-changes'
import { optionsOf } from '@postil/domain/options/question-options'
import { handle } from '../../../http/calls/handle'
import { listChanges, makeChange, previewChange, undoChange } from '../../options/option-changes.service'
import { questionOwner, settingsOf } from './question-owner.service'

/** Handlers of the changes of options. */
export const optionChangeHandlers = handle(optionChangeRoutes, {
  previewOptionChange: ({ context, found, body }) => {
    const question = found('question')
    return previewChange(context.engine.heavyDb, questionOwner(question), optionsOf(settingsOf(question)), body)
  },
  changeOptions: ({ tx, user, found, body, later }) => {
    later({ work: 'runJobs' })
    return makeChange(tx, user, questionOwner(found('question')), body)
  },
  undoOptionChange: ({ tx, user, found, body, later }) => {
    later({ work: 'runJobs' })
    return undoChange(tx, user, questionOwner(found('question')), body.id)
  },
  listOptionChanges: ({ db, found }) => {
    const { id, dataset_id } = found('question')
    return listChanges(db, { datasetId: dataset_id, questionId: id })
  },
})
