import type { AssignmentCreate } from '@postil/contract/feedback/team/assignments'
import { useQuery } from '@tanstack/react-query'
import { fetchDataset } from '../../../api/feedback/datasets.ts'
import { fetchQueue } from '../../../api/feedback/queue.ts'
import { queryKeys } from '../../../api/keys.ts'
import { SILENT } from '../../../api/query-client.ts'
import { filterWords } from '../../../find/filters/filter-words.ts'
import { t } from '../../../i18n/areas/team/team-progress.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Skeleton } from '../../../ui/display/Skeleton.tsx'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import { filterEntries, filterMenus, filterName } from '../../feedback/finding/filter-entries.ts'
import { toSearchBody } from '../../feedback/finding/search-body.ts'
import { type SearchSettings, useSearchSettings } from '../../feedback/finding/use-search-settings.ts'
import type { AnnotationUrl } from '../../feedback/url/annotation-url.ts'
import { AssignDialog } from '../../team-progress/AssignDialog.tsx'
import type { Bulk } from '../use-bulk.ts'

interface AssignSelectedProps {
  bulk: Bulk
  onAssigned: (jobId: string) => void
  onClose: () => void
}

/** The dialog that assigns the selected records of the list, or those that its search and filters find. */
export function AssignSelected({ bulk: { datasetId, selection, page, url }, ...rest }: AssignSelectedProps) {
  const settings = useSearchSettings(datasetId)
  const dataset = useQuery({
    queryKey: queryKeys.dataset(datasetId),
    queryFn: () => fetchDataset(datasetId),
    meta: SILENT,
  })
  const queue = useQuery({ queryKey: queryKeys.queue(datasetId), queryFn: () => fetchQueue(datasetId), meta: SILENT })
  if (!dataset.data || !queue.data)
    return (
      <Dialog title={t('team.assign')} isOpen onClose={rest.onClose}>
        {dataset.isError || queue.isError ? (
          <p role="alert">
            {t('team.assign.failed')}{' '}
            <Button
              size="small"
              onPress={() => {
                for (const one of [dataset, queue]) if (one.isError) void one.refetch()
              }}
            >
              {t('app.unreachable.retry')}
            </Button>
          </p>
        ) : (
          <Skeleton height={240} />
        )}
      </Dialog>
    )
  const isSome = !selection.isAll && selection.ids.size > 0
  const selected = isSome
    ? { words: t('team.assign.selected', { count: selection.ids.size }), body: { record_ids: [...selection.ids] } }
    : { words: wordsOf(url, page.total ?? 0, settings), body: { search: pendingSearch(url) } }
  const { workspace_id: workspaceId } = dataset.data
  return <AssignDialog {...{ datasetId, workspaceId, selected }} minSubmitted={queue.data.min_submitted} {...rest} />
}

/** The search of the list: like the list, only of what is pending for the user. */
function pendingSearch(url: AnnotationUrl): AssignmentCreate['search'] {
  const { filters, ...search } = toSearchBody(url)
  const isPending = {
    type: 'terms' as const,
    scope: { entity: 'response' as const, property: 'status' as const },
    values: ['pending'],
  }
  return { ...search, filters: { and: [...(filters?.and ?? []), isPending] } }
}

function wordsOf({ text, filters }: AnnotationUrl, count: number, settings: SearchSettings): string {
  const { properties = [], questions = [], fields = [] } = settings
  const entries = filterEntries(properties, questions, true)
  const named = filterWords(filters, filterMenus(entries, true), (filter) => filterName(filter, entries))
  const field = fields.find(({ name }) => name === text?.field)
  const conditions = [
    ...(text
      ? [
          field
            ? t('team.assign.textIn', { words: text.q, field: field.title })
            : t('team.assign.text', { words: text.q }),
        ]
      : []),
    ...named.map((one) => one.text),
  ]
  return conditions.length === 0
    ? t('team.assign.allPending', { count })
    : t('team.assign.matching', { count, conditions: conditions.join(', ') })
}
