import { mondayOf } from '@postil/domain/progress/forecast'
import type { UseQueryResult } from '@tanstack/react-query'
import { Download, RotateCw, Settings } from 'lucide-react'
import { type ReactNode, useContext, useEffect, useEffectEvent, useState } from 'react'
import { useLive } from '../../api/live.ts'
import { t } from '../../i18n/areas/team/team-progress.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Chip } from '../../ui/controls/Chip.tsx'
import { Segmented } from '../../ui/controls/Segmented.tsx'
import { Breadcrumbs, type Crumb } from '../../ui/display/Breadcrumbs.tsx'
import { EmptyState } from '../../ui/display/EmptyState.tsx'
import { Skeleton } from '../../ui/display/Skeleton.tsx'
import { HeaderSlot } from '../../ui/layout/HeaderSlot.tsx'
import { OneColumn } from '../../ui/layout/layouts.tsx'
import { toasts } from '../../ui/toast/toast-queue.ts'
import { LinkButton } from '../dataset-list/LinkButton.tsx'
import { type Figures, saveCsv } from '../exporting/save-csv.ts'
import { CardTables } from './Card.tsx'
import cardStyles from './cards.module.css'
import styles from './TeamPage.module.css'
import { WordsContext } from './team-words.ts'

interface TeamPageProps<Data> {
  /** The way to the dataset, without this page. */
  crumbs: readonly Crumb[]
  settingsPath: string
  query: Pick<UseQueryResult<Data>, 'data' | 'isError' | 'isFetching' | 'refetch'>
  /** The button that downloads all tables. */
  exportAll: (tables: ReadonlyMap<string, Figures>) => ReactNode
  /** The cards, of the days from `since` on; of all if undefined. */
  cards: (data: Data, since: string | undefined) => ReactNode
  /** Below the cards, also while there are no answers yet. */
  children?: ReactNode
}

/** The page with the progress of a team: its head, live updates and the choice of the days. */
export function TeamPage<Data extends { people: readonly unknown[]; today: string }>({
  crumbs,
  settingsPath,
  query: { data, isError, isFetching, refetch },
  exportAll,
  cards,
  children,
}: TeamPageProps<Data>) {
  const isLive = useLive()
  const words = useContext(WordsContext)
  const [range, setRange] = useState<'week' | 'all'>('all')
  const since = data && range === 'week' ? mondayOf(data.today) : undefined
  const [tables] = useState(() => new Map<string, Figures>())
  return (
    <CardTables value={tables}>
      <HeaderSlot place="crumbs">
        <Breadcrumbs crumbs={[...crumbs, { label: t('team.title') }]} />
      </HeaderSlot>
      <OneColumn width={1336}>
        <header className={styles.head}>
          <h1 className={styles.title}>{t('team.title')}</h1>
          <Chip tone={isLive ? 'verdigris' : 'plain'}>{t(isLive ? 'team.live' : 'team.offline')}</Chip>
          <span className={styles.space} />
          {data && data.people.length > 0 && (
            <>
              <Segmented
                label={t('team.range')}
                choices={[
                  { value: 'week', label: t('team.range.week') },
                  { value: 'all', label: t('team.range.all') },
                ]}
                value={range}
                onChange={setRange}
              />
              {exportAll(tables)}
            </>
          )}
          <LinkButton href={settingsPath} icon={Settings}>
            {t('team.settings')}
          </LinkButton>
        </header>
        {isError && (
          <p role="alert" className={cardStyles.failed}>
            {t('team.failed')}{' '}
            <Button size="small" icon={RotateCw} isDisabled={isFetching} onPress={() => void refetch()}>
              {t('team.again')}
            </Button>
          </p>
        )}
        {!data && !isError && (
          <div role="status">
            <span className="visuallyHidden">{t('team.waiting')}</span>
            <Skeleton height={420} />
          </div>
        )}
        {data && data.people.length === 0 && (
          <EmptyState drawing="done" title={t('team.none.title')}>
            {words.none}
          </EmptyState>
        )}
        {data && data.people.length > 0 && <div className={styles.grid}>{cards(data, since)}</div>}
        {children}
      </OneColumn>
    </CardTables>
  )
}

interface ExportAllProps {
  datasetName: string
  tables: ReadonlyMap<string, Figures>
  /** A table that is still being computed, or could not be. */
  agreement?: { isPending: boolean; isError: boolean }
}

/** Downloads the data of each card as CSV; while agreement is being computed, it waits for that. */
export function ExportAll({ datasetName, tables, agreement }: ExportAllProps) {
  const [isAsked, setAsked] = useState(false)
  const isDue = isAsked && !agreement?.isPending
  const save = useEffectEvent(() => {
    setAsked(false)
    for (const [title, figures] of tables) saveCsv(`${datasetName} ${title}`, figures)
    if (agreement?.isError) toasts.notify({ type: 'warning', message: t('team.exportAll.noAgreement') })
  })
  useEffect(() => {
    if (isDue) save()
  }, [isDue])
  return (
    <>
      <span role="status" className={isAsked ? cardStyles.lead : 'visuallyHidden'}>
        {isAsked && !isDue && t('team.exportAll.waiting')}
      </span>
      <Button icon={Download} isPending={isAsked} onPress={() => setAsked(true)}>
        {t('team.exportAll')}
      </Button>
    </>
  )
}
