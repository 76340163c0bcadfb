import type { RuleReport } from '@postil/contract/task/rule-suggestions'
import { type Rule, ruleKey } from '@postil/domain/rules/rule'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  applyRules,
  deleteRule,
  fetchOverallMetrics,
  fetchRuleMetrics,
  fetchRuleReport,
  removeRuleSuggestions,
  replaceRule,
  saveRule,
} from '../../../../api/classic/labelling-rules.ts'
import { searchTaskRecords, type TaskPlace } from '../../../../api/classic/task-records.ts'
import { queryKeys } from '../../../../api/keys.ts'
import { SILENT } from '../../../../api/query-client.ts'
import { t } from '../../../../i18n/areas/classic/rules.ts'
import { toasts } from '../../../../ui/toast/toast-queue.ts'

/** The metrics of the active rule against the annotations. Fetched again only for another query or set of labels. */
export function useRuleMetrics(place: TaskPlace, rule: Rule | undefined) {
  return useQuery({
    queryKey: [...rulesKey(place), 'metrics', rule && ruleKey(rule)],
    queryFn: ({ signal }) => fetchRuleMetrics(place, rule ?? { query: '', labels: [] }, signal),
    enabled: rule !== undefined,
    // Old figures stay, dimmed, until the new ones arrive.
    placeholderData: keepPreviousData,
    // A query that cannot be parsed is reported under the search box.
    meta: SILENT,
  })
}

/** How many annotated hits of a query have each label: candidates for the rule's label. */
export function useLabelsOfHits(place: TaskPlace, query: string | undefined): Readonly<Record<string, number>> {
  const { data } = useQuery({
    queryKey: [...rulesKey(place), 'labels of hits', query],
    queryFn: ({ signal }) =>
      searchTaskRecords(place, { query: { query_text: query }, sort: [], from: 0, limit: 0, signal }),
    enabled: query !== undefined,
    meta: SILENT,
  })
  return data?.aggregations?.annotated_as ?? NO_LABELS
}

const NO_LABELS = {}

/** What the query syntax reads as a word, not as an operator. */
export const PLAIN_WORD = /^[\p{L}\p{N}]+$/u
/** Shorter words say little in an example. */
const LEAST_LETTERS = 4

/** A query of two words that often occur together in the dataset, as an example; undefined until it is known, or without such words. */
export function useExampleQuery(place: TaskPlace, isAsked: boolean): string | undefined {
  const { data } = useQuery({
    queryKey: [...rulesKey(place), 'example'],
    queryFn: async ({ signal }) => {
      const first = await commonWord(place, undefined, signal)
      const second = first && (await commonWord(place, first, signal))
      return [first, second].filter((word) => word !== undefined).join(' AND ')
    },
    enabled: isAsked,
    staleTime: Number.POSITIVE_INFINITY,
    meta: SILENT,
  })
  return data || undefined
}

/** The most frequent word of the records with another word, or of all. */
async function commonWord(place: TaskPlace, beside: string | undefined, signal: AbortSignal) {
  const { aggregations } = await searchTaskRecords(place, {
    query: { query_text: beside },
    sort: [],
    from: 0,
    limit: 0,
    signal,
  })
  const words = Object.entries(aggregations?.words ?? {}).toSorted(([, one], [, other]) => other - one)
  return words.find(([word]) => word !== beside && [...word].length >= LEAST_LETTERS && PLAIN_WORD.test(word))?.[0]
}

/** The metrics of all rules together. Not fetched without rules. */
export function useOverallMetrics(place: TaskPlace, hasRules: boolean) {
  return useQuery({
    queryKey: [...rulesKey(place), 'overall'],
    queryFn: ({ signal }) => fetchOverallMetrics(place, signal),
    enabled: hasRules,
    meta: SILENT,
  })
}

/** The counts of each rule, and the suggestions that all rules would give. */
export function useRuleReport(
  place: TaskPlace,
  { hasRules, minPrecision }: { hasRules: boolean; minPrecision?: number | undefined },
) {
  return useQuery({
    queryKey: [...rulesKey(place), 'report', minPrecision ?? 0],
    queryFn: ({ signal }): Promise<RuleReport> => fetchRuleReport(place, minPrecision, signal),
    enabled: hasRules,
    placeholderData: keepPreviousData,
    meta: SILENT,
  })
}

/** Changes of rules. Everything that depends on the rules is fetched again afterwards. */
export function useRuleChanges(place: TaskPlace) {
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: rulesKey(place) })
  const refreshAll = () => client.invalidateQueries({ queryKey: queryKeys.taskDataset(place) })
  const save = useMutation({
    mutationFn: ({ rule, replaces }: { rule: Rule; replaces: string | undefined }) =>
      replaces === undefined ? saveRule(place, rule) : replaceRule(place, replaces, rule),
    onSuccess: (_, { replaces }) =>
      toasts.notify({
        type: 'success',
        about: 'rule',
        message: t(replaces === undefined ? 'rules.told' : 'rules.toldMended'),
      }),
    onSettled: refresh,
  })
  const remove = useMutation({
    mutationFn: (query: string) => deleteRule(place, query),
    onSuccess: (_, query) => toasts.notify({ type: 'success', about: 'rule', message: t('rules.deleted', { query }) }),
    onError: (_, query) => toasts.notify({ type: 'error', message: t('rules.notDeleted', { query }) }),
    onSettled: refresh,
    meta: SILENT,
  })
  const withdraw = useMutation({
    mutationKey: writingKey(place),
    mutationFn: () => removeRuleSuggestions(place),
    onSuccess: ({ removed }) => toasts.notify({ type: 'success', message: t('rules.removed', { count: removed }) }),
    onSettled: refreshAll,
  })
  const apply = useMutation({
    mutationKey: writingKey(place),
    mutationFn: (how: Parameters<typeof applyRules>[1]) => applyRules(place, how),
    onSuccess: ({ suggested, kept }) => {
      const sentences = [
        t('rules.applied', { count: suggested }),
        ...(kept > 0 ? [t('rules.applied.kept', { count: kept })] : []),
      ]
      const action = { label: t('rules.applied.undo'), run: () => withdraw.mutate() }
      toasts.notify({ type: 'success', message: sentences.join('. '), ...(suggested > 0 ? { action } : {}) })
    },
    onSettled: refreshAll,
  })
  return { save, remove, apply, withdraw, refresh }
}

/** Mutation key of what writes or removes suggestions. */
export function writingKey(place: TaskPlace) {
  return [...rulesKey(place), 'write'] as const
}

/** Query key of everything that depends on the rules. */
export function rulesKey(place: TaskPlace) {
  return [...queryKeys.taskDataset(place), 'rules'] as const
}
