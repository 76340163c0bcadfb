import { ruleSuggestionRoutes } from '@postil/contract/task/rule-suggestions'
import { handle } from '../../../http/handle'
import { applyRules, removeSuggestions, reportRules } from './suggestions.service'

/** Rules that become suggestions. */
export const ruleSuggestionHandlers = handle(ruleSuggestionRoutes, {
  getRuleReport: ({ db, found, query: { agent, min_precision } }) =>
    reportRules(db, found('task_dataset'), { agent, minPrecision: min_precision ?? 0 }),
  applyRules: ({ tx, user, found, body }) => applyRules(tx, user, found('task_dataset'), body),
  removeRuleSuggestions: ({ tx, user, found, query: { agent } }) =>
    removeSuggestions(tx, user, found('task_dataset'), agent),
})
