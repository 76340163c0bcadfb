import { questionRoutes } from '@postil/contract/feedback/settings/questions'
import { handle } from '../../../http/calls/handle'
import { createQuestion, deleteQuestion, listQuestions, updateQuestion } from './questions.service'
import { questionToWire } from './questions.wire'

/** Handlers of the question routes. */
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
