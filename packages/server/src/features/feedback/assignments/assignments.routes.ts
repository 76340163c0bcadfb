import { assignmentRoutes } from '@postil/contract/feedback/team/assignments'
import { handle } from '../../../http/calls/handle'
import {
  findAssignments,
  previewAssignment,
  previewTakeBack,
  startAssignment,
  startTakeBack,
} from './assignments.service'

/** Handlers of the assignment of records to people. */
export const assignmentHandlers = handle(assignmentRoutes, {
  getAssignments: ({ context, found }) => findAssignments(context.engine.heavyDb, found('dataset')),
  previewAssignment: ({ context, user, found, body }) =>
    previewAssignment(context.engine.heavyDb, user, found('dataset'), body),
  previewTakeBack: ({ context, user, found, body }) =>
    previewTakeBack(context.engine.heavyDb, user, found('dataset'), body),
  createAssignment: async ({ tx, user, found, body, later }) => {
    const job_id = await startAssignment(tx, user, found('dataset'), body)
    later({ work: 'runJobs' })
    return { job_id }
  },
  deleteAssignment: async ({ tx, user, found, body, later }) => {
    const job_id = await startTakeBack(tx, user, found('dataset'), body)
    later({ work: 'runJobs' })
    return { job_id }
  },
})
