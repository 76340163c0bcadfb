import type { VectorsSettings } from '@postil/contract/feedback/settings/vectors-settings'
import { can } from '@postil/domain/permissions'
import { useQueryClient } from '@tanstack/react-query'
import { Waypoints } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { AnnotationRecord } from '../../../api/feedback/record.ts'
import type { SimilarityQuery } from '../../../find/query.ts'
import { formatShortPercent, t } from '../../../i18n/index.ts'
import { useCommand, useCommandRegistry } from '../../../keyboard/use-command.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Chip } from '../../../ui/controls/Chip.tsx'
import { Skeleton } from '../../../ui/display/Skeleton.tsx'
import { fetchAhead } from '../../../ui/loading/fetch-ahead.ts'
import { lazy } from '../../../ui/loading/lazy.tsx'
import { Popover } from '../../../ui/overlays/Popover.tsx'
import { useUser } from '../../session/session.ts'

interface RecordToolsProps {
  record: AnnotationRecord
  /** Vectors of the dataset; undefined while they load. */
  vectors: readonly VectorsSettings[] | undefined
  /** The current similarity search, if any. */
  similarity: SimilarityQuery | undefined
  onFind: (similarity: SimilarityQuery) => void
  /** This record's button also handles the keyboard command. */
  hasCommand?: boolean
}

/** Parts of a record's header: its similarity during a similarity search, and a button that finds similar records. */
export function RecordTools({ record, vectors, similarity, onFind, hasCommand }: RecordToolsProps) {
  const score = similarity && record.score !== null ? formatShortPercent(record.score) : undefined
  return (
    <>
      {score && (
        <Chip tone="lapis">
          <span className="visuallyHidden">{t('search.similar.score')} </span>
          {score}
        </Chip>
      )}
      <FindSimilar
        datasetId={record.datasetId}
        recordId={record.id}
        vectors={vectors}
        hasCommand={hasCommand}
        onFind={onFind}
      />
    </>
  )
}

const SimilarPanel = lazy(() => import('./SimilarPanel.tsx').then((m) => m.SimilarPanel))
const loadDirect = () => import('./similar-by-only.ts')
fetchAhead(loadDirect)

interface FindSimilarProps {
  datasetId: string
  recordId: string
  /** Undefined while they load. */
  vectors: readonly VectorsSettings[] | undefined
  onFind: (similarity: SimilarityQuery) => void
  /** This button also handles the keyboard command. */
  hasCommand?: boolean
}

/**
 * Finds records similar to this one. With one vector the search starts at once; with several, a popover asks for the
 * vector, most or least similar, and the number of results. Without vectors, managers of the dataset can have vectors
 * made from the words of its records. The popover also says when the record lacks the only vector.
 */
function FindSimilar({ datasetId, recordId, vectors, onFind, hasCommand }: FindSimilarProps) {
  const user = useUser()
  const client = useQueryClient()
  // For another record the popover is closed.
  const [openFor, setOpenFor] = useState<string>()
  const isOpen = openFor === recordId
  const setOpen = (open: boolean) => setOpenFor(open ? recordId : undefined)
  const [only, ...others] = vectors ?? []
  const canMake = can(user, 'dataset.manage', { isMember: true })

  const findOrOpen = async (wantsOpen: boolean) => {
    const { similarByOnly } = wantsOpen && only && others.length === 0 ? await loadDirect() : {}
    const similarity = only && (await similarByOnly?.(client, datasetId, recordId, only))
    if (similarity) onFind(similarity)
    else setOpen(wantsOpen)
  }
  const canFind = vectors !== undefined && (only !== undefined || canMake)
  const { label, keys } = useCommandRegistry().get('annotate.similar')
  const shared = { variant: 'quiet', size: 'small', icon: Waypoints, keys: hasCommand ? keys : [] } as const

  if (vectors === undefined) return <Button {...shared}>{label}</Button>
  if (!canFind)
    return (
      <Button {...shared} disabledReason={t('search.similar.noVectors')}>
        {label}
      </Button>
    )
  return (
    <>
      {hasCommand && <SimilarCommand onRun={() => void findOrOpen(true)} />}
      <Popover
        label={t('search.similar.title')}
        placement="bottom end"
        width={320}
        isOpen={isOpen}
        onOpenChange={(open) => void findOrOpen(open)}
        trigger={<Button {...shared}>{label}</Button>}
      >
        {(close) => (
          <Suspense fallback={<Skeleton height={120} />}>
            <SimilarPanel
              {...{ datasetId, recordId, vectors }}
              onFind={(similarity) => {
                close()
                onFind(similarity)
              }}
            />
          </Suspense>
        )}
      </Popover>
    </>
  )
}

// A separate component: on a page with many cards only one of them binds the command.
function SimilarCommand({ onRun }: { onRun: () => void }) {
  useCommand('annotate.similar', { run: onRun })
  return null
}
