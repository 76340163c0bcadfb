import type { AssignmentCreate } from '@postil/contract/feedback/team/assignments'
import { useQuery } from '@tanstack/react-query'
import { datasetQuery, queueQuery } from '../../../api/feedback/queries.ts'
import { SILENT } from '../../../api/query-client.ts'
import { t } from '../../../i18n/areas/team/team-progress.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Skeleton } from '../../../ui/display/Skeleton.tsx'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import { toSearchBody } from '../../feedback/finding/search-body.ts'
import { type SearchSettings, useSearchSettings } from '../../feedback/finding/use-search-settings.ts'
import type { AnnotationUrl } from '../../feedback/url/annotation-url.ts'
import { AssignDialog, type AssignDialogProps } from '../../team-progress/AssignDialog.tsx'
import { conditionWords } from '../../team-progress/ChooseRecords.tsx'
import type { Bulk } from '../use-bulk.ts'

interface AssignSelectedProps extends Pick<AssignDialogProps, 'onStarted' | 'onClose'> {
  bulk: Bulk
}

/** The dialog that assigns the selected records of the list, or those that its search and filters find, or takes them back. */
export function AssignSelected({ bulk: { datasetId, selection, page, url }, ...rest }: AssignSelectedProps) {
  const settings = useSearchSettings(datasetId)
  const dataset = useQuery({ ...datasetQuery(datasetId), meta: SILENT })
  const queue = useQuery({ ...queueQuery(datasetId), meta: SILENT })
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
    : foundBy(url, page.total ?? 0, settings)
  const { workspace_id: workspaceId } = dataset.data
  return <AssignDialog {...{ datasetId, workspaceId, selected }} minSubmitted={queue.data.min_submitted} {...rest} />
}

/** All records that the search and filters of the list find, and those of them that the list has: what is pending for the user. */
function foundBy(url: AnnotationUrl, count: number, settings: SearchSettings): AssignDialogProps['selected'] {
  const { filters, ...search } = toSearchBody(url)
  const isPending = {
    type: 'terms' as const,
    scope: { entity: 'response' as const, property: 'status' as const },
    values: ['pending'],
  }
  const pending: AssignmentCreate['search'] = { ...search, filters: { and: [...(filters?.and ?? []), isPending] } }
  const conditions = conditionWords(url, settings).join(', ')
  if (conditions === '')
    return {
      words: t('team.assign.allRecords'),
      body: {},
      pending: count === 0 ? undefined : { words: t('team.assign.allPending', { count }), body: { search: pending } },
    }
  return {
    words: t('team.assign.allMatching', { conditions }),
    body: { search: { ...search, ...(filters && { filters }) } },
    pending:
      count === 0 ? undefined : { words: t('team.assign.matching', { count, conditions }), body: { search: pending } },
  }
}
