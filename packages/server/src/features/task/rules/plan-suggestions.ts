import type { LeftOutRule } from '@postil/contract/task/rule-suggestions'
import { findForeignLabel } from '@postil/domain/labels/label-schema'
import type { Db } from '../../../db/tables'
import { AppError } from '../../../errors'
import type { FoundTaskDataset } from '../datasets/find-task-dataset'
import { isMultiLabelled } from '../records/predictions.service'
import { openSearch } from '../search/open-search'
import { askIndex } from '../search-thread/ask-index'
import type { AskedRule, PlanAsked, SuggestFound } from '../search-thread/protocol'
import { findSettings } from '../settings/settings.service'
import { selectRules } from './rules.store'

/** How the rules are to be combined. */
export interface Asked {
  agent: string
  minPrecision: number
  plan?: PlanAsked
  /** Apply no rules, which removes all suggestions of the agent. */
  isWithdrawal?: boolean
}

/** Evaluate the rules in the search index, and combine their matches into suggestions. */
export async function planSuggestions(db: Db, dataset: FoundTaskDataset, asked: Asked): Promise<SuggestFound> {
  const search = await openSearch(db, dataset)
  const settings = await findSettings(db, dataset.id)
  const rules: AskedRule[] = []
  for (const { query, labels: text } of asked.isWithdrawal ? [] : await selectRules(db, dataset.id)) {
    const labels: string[] = JSON.parse(text)
    const foreign = findForeignLabel(settings, labels)
    const leftOut: LeftOutRule | undefined =
      foreign === undefined
        ? undefined
        : { query, reason: 'unknown_label', message: `The label ${foreign} is not in the label schema.` }
    try {
      const matches = search.compileText(query) ?? { type: 'all' }
      rules.push({ query, labels, matches, ...(leftOut && { leftOut }) })
    } catch (cause) {
      // Rules are stored without validation, and an invalid one must not block the others.
      if (!(cause instanceof AppError) || cause.code !== 'invalid_text_search') throw cause
      rules.push({ query, labels, leftOut: { query, reason: 'unreadable', message: cause.message } })
    }
  }
  const isMultiLabel = await isMultiLabelled(db, dataset.id)
  const { agent, minPrecision, plan } = asked
  return askIndex(db, search.indexed, {
    op: 'suggest',
    rules,
    minPrecision,
    isMultiLabel,
    // The comparison with the annotations is not needed while suggestions are written.
    methods: plan ? [] : ['dawid_skene', 'majority'],
    agent,
    ...(plan && { plan }),
  })
}
