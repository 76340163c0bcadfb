import { agreementRoutes } from '@postil/contract/feedback/team/agreement'
import { handle } from '../../../http/calls/handle'
import { computeAgreement, findDisagreements } from './agreement.service'

/** Handlers of the routes about agreement between the answers of a dataset. */
export const agreementHandlers = handle(agreementRoutes, {
  getDatasetAgreement: ({ context, found }) => computeAgreement(context.engine, found('dataset').id),
  listDisagreements: ({ context, found, query: { question, user_id, status } }) =>
    findDisagreements(context.engine, found('dataset').id, { question, person: user_id, status }),
})
