import type { RuleBody } from '@postil/contract/task/rules'
import { useQuery } from '@tanstack/react-query'
import { fetchRules } from '../../../api/classic/labelling-rules.ts'
import type { TaskPlace } from '../../../api/classic/task-records.ts'
import { queryKeys } from '../../../api/keys.ts'
import { SILENT } from '../../../api/query-client.ts'

/** The labelling rules of a dataset, once loaded. */
export interface StoredRules {
  list: readonly RuleBody[] | undefined
  error: Error | null
}

const NONE: readonly RuleBody[] = []

/** The labelling rules of a dataset; none for a task without rules. */
export function useStoredRules(place: TaskPlace, hasRules: boolean): StoredRules {
  const { data, error } = useQuery({
    queryKey: [...queryKeys.taskDataset(place), 'rules', 'list'],
    queryFn: () => fetchRules(place),
    enabled: hasRules,
    meta: SILENT,
  })
  return { list: hasRules ? data : NONE, error }
}
