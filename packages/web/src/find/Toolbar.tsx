import { ArrowDownUp, ListFilter } from 'lucide-react'
import { type ReactNode, Suspense, useRef, useState } from 'react'
import { t } from '../i18n/index.ts'
import { commands, useCommand } from '../keyboard/use-command.ts'
import { useMedia } from '../ui/browser/media.ts'
import { Segmented } from '../ui/controls/Segmented.tsx'
import { Skeleton } from '../ui/display/Skeleton.tsx'
import { Popover } from '../ui/overlays/Popover.tsx'
import { BarButton } from './BarButton.tsx'
import { FieldSearch } from './FieldSearch.tsx'
import type { Conditions } from './query.ts'
import type { OpenSort } from './sort/SortPanel.tsx'
import styles from './Toolbar.module.css'

const group = t('annotate.group')

// Keyboard commands for searching, filtering and sorting.
commands.define([
  { id: 'annotate.search', label: t('search.label'), group, keys: ['/'] },
  { id: 'annotate.filters', label: t('search.filters'), group, keys: ['F'] },
  { id: 'annotate.sort', label: t('search.sort'), group, keys: ['O'] },
  { id: 'annotate.similar', label: t('search.similar'), group, keys: ['M'] },
  { id: 'annotate.view', label: t('search.viewCommand'), group, keys: ['B'] },
  { id: 'annotate.reset', label: t('search.reset'), group },
])

/** On narrower screens filters are a sheet over the page. */
const SHEET = '(max-width: 700px)'

/** Filters that are open: as a row, or on a narrow screen as a sheet over the page. */
export interface OpenFilters extends Pick<Conditions, 'filters' | 'sort'> {
  isSheet: boolean
  /** Opened by keyboard: the row gets the focus as soon as it is shown. */
  takesFocus: boolean
  onChange: (filters: Conditions['filters']) => void
  /** Remove filters and sort; search and similarity stay. */
  onReset: () => void
  onClose: () => void
}

/** Props of the toolbar above the records. */
export interface ToolbarProps<View extends string> {
  /** The active conditions. */
  conditions: Conditions
  /** Change some of them. */
  onChange: (change: Partial<Conditions>) => void
  /** Fields that can be searched one by one; undefined while they load. */
  fields: readonly { name: string; title: string }[] | undefined
  /** Draws the sort keys while they are open. */
  renderSort: (open: OpenSort) => ReactNode
  /** Draws the filters while they are open. */
  renderFilters: (open: OpenFilters) => ReactNode
  /** How records are shown: the choices, the active one, and the one that a key switches to. */
  views: {
    choices: readonly { value: View; label: string; isDisabled?: boolean }[]
    value: View
    /** Undefined when there is no other view to switch to. */
    next: View | undefined
    onChange: (view: View) => void
  }
  /** The record that others are compared with, during a similarity search. */
  reference?: ReactNode
}

/** Search, filters, sort and the choice of a view, with the active conditions below. */
export function Toolbar<View extends string>(props: ToolbarProps<View>) {
  const { conditions, onChange, fields, views, reference } = props
  const isSheet = useMedia(SHEET)
  // Active filters are shown in a row from the start; a sheet would hide the record.
  const [areFiltersOpen, setFiltersOpen] = useState(conditions.filters.length > 0 && !isSheet)
  const [areToolsOpen, setToolsOpen] = useState(false)
  const [isSortOpen, setSortOpen] = useState(false)
  // Filters opened by keyboard get the focus; filters that are shown from the start leave it to the record.
  const [isReached, setReached] = useState(false)
  const filterRow = useRef<HTMLDivElement>(null)
  const toggleFilters = (isByKey: boolean) => {
    const isAway = areFiltersOpen && !isSheet && !filterRow.current?.contains(document.activeElement)
    setReached(isByKey)
    if (isByKey && isAway) focusFirst(filterRow.current)
    else setFiltersOpen(!areFiltersOpen)
  }
  useCommand('annotate.filters', { run: () => toggleFilters(true) })
  const sort = useCommand('annotate.sort', { run: () => setSortOpen(!isSortOpen) })
  useCommand('annotate.view', {
    run: () => views.next !== undefined && views.onChange(views.next),
    isEnabled: views.next !== undefined,
  })
  const reset = useCommand('annotate.reset', {
    run: () => onChange({ filters: [], sort: [] }),
    isEnabled: conditions.filters.length > 0 || conditions.sort.length > 0,
  })

  const filterCount = countEntries(conditions.filters)
  const activeCount = filterCount + conditions.sort.length + (conditions.text === undefined ? 0 : 1)
  const showsTools = !isSheet || areToolsOpen
  return (
    <>
      {/* On a phone the tools are behind a button, so that the record's text is near the top. */}
      {isSheet && (
        <BarButton
          name={t('search.tools')}
          isNameHidden
          count={activeCount}
          // Not the icon of the settings, which are near it.
          icon={ListFilter}
          aria-expanded={areToolsOpen}
          onPress={() => setToolsOpen(!areToolsOpen)}
        />
      )}
      <search className={styles.tools} aria-label={t('search.tools')} hidden={!showsTools}>
        <FieldSearch text={conditions.text} fields={fields} onChange={(text) => onChange({ text })} />
        <span className={styles.buttons}>
          <BarButton
            name={t('search.filters')}
            count={filterCount}
            icon={ListFilter}
            aria-expanded={areFiltersOpen}
            onPress={() => toggleFilters(false)}
          />
          <Popover
            label={t('search.sort')}
            width={384}
            placement="bottom end"
            isOpen={isSortOpen}
            onOpenChange={setSortOpen}
            trigger={<BarButton name={sort.label} count={conditions.sort.length} icon={ArrowDownUp} />}
          >
            <Suspense fallback={<Skeleton height={96} />}>
              {props.renderSort({
                sort: conditions.sort,
                isSimilarity: conditions.similarity !== undefined,
                isTextSearch: conditions.text !== undefined,
                onChange: (next) => onChange({ sort: next }),
              })}
            </Suspense>
          </Popover>
          <Segmented
            label={t('search.view')}
            choices={[...views.choices]}
            value={views.value}
            onChange={views.onChange}
          />
        </span>
      </search>
      {areFiltersOpen && (
        <div ref={filterRow} className={styles.filters}>
          <Suspense fallback={isSheet ? null : <div className={styles.rowPlace} aria-busy="true" />}>
            {props.renderFilters({
              isSheet,
              takesFocus: isReached,
              filters: conditions.filters,
              sort: conditions.sort,
              onChange: (next) => onChange({ filters: next }),
              onReset: reset.run,
              onClose: () => setFiltersOpen(false),
            })}
          </Suspense>
        </div>
      )}
      {reference}
    </>
  )
}

function focusFirst(row: Element | null | undefined): void {
  row?.querySelector<HTMLElement>('button:not([disabled])')?.focus()
}

// Several filters about one question count once.
function countEntries(filters: Conditions['filters']): number {
  return new Set(filters.map(({ scope, name }) => `${scope} ${name}`)).size
}
