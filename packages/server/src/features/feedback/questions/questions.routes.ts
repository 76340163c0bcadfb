import { optionChangeRoutes } from '@postil/contract/feedback/settings/option-changes'
import { questionRoutes } from '@postil/contract/feedback/settings/questions'
import { optionsOf } from '@postil/domain/options/question-options'
import { handle } from '../../../http/calls/handle'
import { listChanges, makeChange, previewChange, undoChange } from '../../options/option-changes.service'
import { questionOwner, settingsOf } from './question-owner.service'
import { createQuestion, deleteQuestion, listQuestions, updateQuestion } from './questions.service'
import { questionToWire } from './questions.wire'

export const questionHandlers = handle(questionRoutes, {
  listQuestions: async ({ db, params }) => ({
    items: (await listQuestions(db, params.dataset_id)).map(questionToWire),
  }),
  createQuestion: async ({ tx, user, params, body }) =>
    questionToWire(await createQuestion(tx, user, params.dataset_id, body)),
  updateQuestion: async ({ tx, user, found, body }) =>
    questionToWire(await updateQuestion(tx, user, found('question'), body)),
  deleteQuestion: async ({ tx, user, found }) => questionToWire(await deleteQuestion(tx, user, found('question'))),
})

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
