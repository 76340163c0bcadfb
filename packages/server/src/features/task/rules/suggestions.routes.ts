import { ruleSuggestionRoutes } from '@postil/contract/task/rule-suggestions'
import { handle } from '../../../http/calls/handle'
import { applyRules, findRuleWork, removeSuggestions, reportRules } from './suggestions.service'

/** Handlers of the suggestions made by labelling rules. */
export const ruleSuggestionHandlers = handle(ruleSuggestionRoutes, {
  getRuleReport: ({ db, found, query: { agent, min_precision } }) =>
    reportRules(db, found('task_dataset'), { agent, minPrecision: min_precision ?? 0 }),
  applyRules: ({ context, user, found, body }) => applyRules(context.engine, user, found('task_dataset'), body),
  removeRuleSuggestions: ({ context, user, found, query: { agent } }) =>
    removeSuggestions(context.engine, user, found('task_dataset'), agent),
  getRuleWork: ({ db, found }) => findRuleWork(db, found('task_dataset')),
})
