import { can } from '@postil/domain/permissions'
import { useQueries } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useLive } from '../../api/live.ts'
import { t } from '../../i18n/areas/datasets.ts'
import { commands, useCommand } from '../../keyboard/use-command.ts'
import { useBreakpoint } from '../../ui/browser/media.ts'
import { storedChoice } from '../../ui/browser/stored.ts'
import { useChoice } from '../../ui/browser/theme.ts'
import { useUrlState } from '../../ui/browser/use-url-state.ts'
import { Breadcrumbs } from '../../ui/display/Breadcrumbs.tsx'
import { HeaderSlot } from '../../ui/layout/HeaderSlot.tsx'
import { OneColumn } from '../../ui/layout/layouts.tsx'
import { withDroppedFiles } from '../importing/dropped-files.ts'
import { usePageDrop } from '../importing/use-page-drop.ts'
import { useUser } from '../session/session.ts'
import styles from './DatasetListPage.module.css'
import type { DatasetRow } from './dataset-row.ts'
import { DeleteDatasetDialog } from './dialogs/DeleteDatasetDialog.tsx'
import { RenameDatasetDialog } from './dialogs/RenameDatasetDialog.tsx'
import { type Way, WayDialog } from './dialogs/WayDialog.tsx'
import { LinkButton } from './LinkButton.tsx'
import { FirstDataset, NoMatch, PartNotice } from './ListStates.tsx'
import { ListTools } from './ListTools.tsx'
import { INITIAL_STATE, isFiltered, readListState, sortBy, writeListState } from './list-state.ts'
import { NEW_DATASET_PATH } from './new-dataset-path.ts'
import { filterRows, sortRows } from './select-rows.ts'
import { DatasetTable, useRowKeys } from './table/DatasetTable.tsx'
import { leftOf, progressQuery } from './table/progress.ts'
import { useDatasets } from './use-datasets.ts'
import { WaysIn } from './WaysIn.tsx'

const group = t('datasets.title')

const CREATE = { id: 'datasets.create', label: t('datasets.create'), group, keys: ['N'] }

// Keyboard commands of the dataset list.
commands.define([
  CREATE,
  { id: 'datasets.find', label: t('datasets.find'), group, keys: ['/'] },
  { id: 'datasets.next', label: t('datasets.next'), group, keys: ['ArrowDown'], isHidden: true },
  { id: 'datasets.previous', label: t('datasets.previous'), group, keys: ['ArrowUp'], isHidden: true },
  { id: 'datasets.actions', label: t('datasets.actions'), group, keys: ['.'], isHidden: true },
  { id: 'datasets.refresh', label: t('datasets.refresh'), group, keys: ['R'] },
  { id: 'datasets.clear', label: t('datasets.clearFilters'), group },
])

/** Row height of the list: 80 px, or 48. */
const rowHeight = storedChoice('postil.rowHeight', ['normal', 'compact'])

/** Width of the list on the largest screens. */
const LARGE_PX = 1640

const IN_URL = { read: readListState, write: writeListState }

type Open = { dialog: 'rename' | 'delete'; row: DatasetRow } | { dialog: Way }

/** `/datasets`: every dataset the user can see, of both families. */
export function DatasetListPage() {
  const user = useUser()
  const list = useDatasets()
  const [state, setState] = useUrlState(IN_URL)
  const [open, setOpen] = useState<Open>()
  const isLarge = useBreakpoint() === 'lg'
  const isCompact = useChoice(rowHeight) === 'compact'
  const searchRef = useRef<HTMLInputElement>(null)
  const { bodyRef, enter } = useRowKeys()
  const navigate = useNavigate()
  const canManage = can(user, 'dataset.manage', { isMember: true })
  useLive()
  const isEmpty = !list.isLoading && list.rows.length === 0

  const filtered = filterRows(list.rows, state)
  const left = useLeft(filtered, state.sort === 'left')
  const rows = sortRows(filtered, state, (row) => left.get(row.key))

  // For annotators it does not exist: the palette would offer it, though disabled, and the sheet what has keys.
  useEffect(() => commands.define([canManage ? CREATE : { ...CREATE, keys: [] }]), [canManage])
  const create = useCommand('datasets.create', canManage ? { run: () => void navigate(NEW_DATASET_PATH) } : undefined)
  useCommand('datasets.find', { run: () => searchRef.current?.focus() })
  useCommand('datasets.refresh', { run: list.refresh })
  const clear = useCommand('datasets.clear', {
    run: () => setState(({ sort, isAscending }) => ({ ...INITIAL_STATE, sort, isAscending })),
    isEnabled: isFiltered(state),
  })
  usePageDrop(canManage ? (files) => void navigate(NEW_DATASET_PATH, { state: withDroppedFiles(files) }) : undefined)
  const close = () => setOpen(undefined)
  const handleWay = (dialog: Way) => setOpen({ dialog })
  // Stable callbacks, so that unchanged rows are not re-rendered.
  const handleRename = useCallback((row: DatasetRow) => setOpen({ dialog: 'rename', row }), [])
  const handleDelete = useCallback((row: DatasetRow) => setOpen({ dialog: 'delete', row }), [])

  return (
    <>
      <HeaderSlot place="crumbs">
        <Breadcrumbs crumbs={[{ label: t('datasets.title') }]} />
      </HeaderSlot>
      <OneColumn width={isLarge ? LARGE_PX : undefined}>
        <div className={styles.head}>
          <div>
            <h1 className={styles.title}>{t('datasets.title')}</h1>
            <p className={styles.summary}>
              {list.isLoading || isEmpty ? '\u00a0' : <Summary rows={list.rows} shown={rows.length} />}
            </p>
          </div>
          {/* Stays when the list turns out to be empty, so that a click meanwhile is not lost. */}
          {canManage && (
            <LinkButton href={NEW_DATASET_PATH} variant={isEmpty ? 'default' : 'primary'} keys={create.keys}>
              {t('datasets.create')}
            </LinkButton>
          )}
        </div>
        <div className={styles.parts}>
          {!isEmpty && (
            <ListTools
              rows={list.rows}
              state={state}
              onChange={setState}
              searchRef={searchRef}
              onEnterRows={enter}
              isCompact={isCompact}
              onCompact={(next) => rowHeight.set(next ? 'compact' : 'normal')}
              isRefreshing={list.isRefreshing && !list.isLoading}
            />
          )}
          {list.isPartial && <PartNotice isFailed={list.isFailed} onRetry={list.refresh} />}
          {isEmpty && !list.isPartial && (
            <FirstDataset canCreate={canManage} hasWorkspaces={user.workspaces.length > 0} onWay={handleWay} />
          )}
          {!isEmpty && (
            <DatasetTable
              rows={rows}
              isLoading={list.isLoading}
              state={state}
              isCompact={isCompact}
              canManage={canManage}
              onSort={(key) => setState((now) => sortBy(now, key))}
              onRename={handleRename}
              onDelete={handleDelete}
              empty={<NoMatch onClear={clear.run} />}
              bodyRef={bodyRef}
            />
          )}
          {canManage && !list.isLoading && !isEmpty && <WaysIn onWay={handleWay} />}
          {canManage && !list.isLoading && (
            <p className={styles.deleted}>
              <Link to="/deleted-datasets">{t('bin.title')}</Link>
            </p>
          )}
        </div>
      </OneColumn>
      {open?.dialog === 'rename' && <RenameDatasetDialog dataset={open.row} onClose={close} />}
      {open?.dialog === 'delete' && <DeleteDatasetDialog dataset={open.row} onClose={close} />}
      {open && !('row' in open) && <WayDialog way={open.dialog} onClose={close} />}
    </>
  )
}

function Summary({ rows, shown }: { rows: readonly DatasetRow[]; shown: number }) {
  const workspaces = new Set(rows.map((row) => row.workspace)).size
  if (shown < rows.length) return t('datasets.summaryShown', { shown, total: rows.length })
  return `${t('datasets.count', { count: rows.length })} ${t('datasets.inWorkspaces', { count: workspaces })}`
}

/** Remaining records by row key; fetched for all rows only when the list is sorted by them. */
function useLeft(rows: readonly DatasetRow[], isNeeded: boolean): ReadonlyMap<string, number> {
  return useQueries({
    queries: isNeeded ? rows.map(progressQuery) : [],
    combine: (results) =>
      new Map(
        results.flatMap(({ data }, index) => {
          const row = rows[index]
          return row && data ? [[row.key, leftOf(data)]] : []
        }),
      ),
  })
}
