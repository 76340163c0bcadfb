import { ArrowLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../i18n/areas/finding.ts'
import { FindField } from '../../ui/controls/FindField.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Icon } from '../../ui/display/Icon.tsx'
import { Skeleton } from '../../ui/display/Skeleton.tsx'
import type { RecordFilter } from '../query.ts'
import styles from './FilterNavigator.module.css'
import type { Facets } from './facets.ts'
import { filtersAbout, replaceFilters } from './filters.ts'
import { RangeFilter } from './RangeFilter.tsx'
import { TermsFilter } from './TermsFilter.tsx'
import type { FilterEntry, FilterMenu } from './topics.ts'

/** With at least this many entries there is a search box. */
const FIND_FROM = 9

/** Which entry of which menu is open. */
export interface OpenEntry {
  menu: string
  name: string
}

interface FilterNavigatorProps {
  /** With several menus, each has a heading. */
  menus: readonly FilterMenu[]
  open: OpenEntry | undefined
  onOpen: (entry: OpenEntry | undefined) => void
  filters: readonly RecordFilter[]
  facets: Facets
  onChange: (filters: readonly RecordFilter[]) => void
}

/** The list of what can be filtered by, and the filter itself after choosing one. */
export function FilterNavigator(props: FilterNavigatorProps) {
  const { menus, open, onOpen, filters, facets } = props
  const [query, setQuery] = useState('')
  // Fixed with the first counts, so that nothing moves under the pointer when other conditions change them.
  const [hidden, setHidden] = useState<ReadonlySet<string>>()
  if (!hidden && facets.total !== undefined)
    setHidden(new Set(menus.flatMap(({ entries = [] }) => namesWithoutValues(entries, facets))))
  const openMenu = menus.find(({ id }) => id === open?.menu)
  const entry = openMenu?.entries?.find(({ name }) => name === open?.name)
  // A menu with a single entry opens that entry directly.
  const [only, ...others] = menus.length === 1 ? (menus[0]?.entries ?? []) : []
  const isSingle = only !== undefined && others.length === 0
  if (entry && openMenu)
    return (
      <EntryDetail {...props} menu={openMenu} entry={entry} onBack={isSingle ? undefined : () => onOpen(undefined)} />
    )
  if (isSingle && menus[0]) return <EntryDetail {...props} menu={menus[0]} entry={only} />

  const shown = (entries: readonly FilterEntry[] = []) =>
    entries.filter((one) => isActive(one, filters) || !hidden?.has(one.name))
  const sought = query.trim().toLocaleLowerCase()
  const count = menus.reduce((sum, { entries }) => sum + (entries?.length ?? 0), 0)
  return (
    <div className={styles.navigator}>
      {count >= FIND_FROM && <FindField label={t('search.findEntry')} value={query} onChange={setQuery} />}
      {menus.map(({ id, label, entries, empty, note }) => (
        <section key={id} aria-label={label}>
          {menus.length > 1 && <h3 className={styles.heading}>{label}</h3>}
          {note && <p className="note">{note}</p>}
          <ul className={styles.entries}>
            {entries === undefined && <EntrySkeleton />}
            {shown(entries).length === 0 && entries && <li className={styles.none}>{empty}</li>}
            {shown(entries)
              .filter((one) => one.title.toLocaleLowerCase().includes(sought))
              .map((one) => (
                <li key={one.name}>
                  <button type="button" className={styles.entry} onClick={() => onOpen({ menu: id, name: one.name })}>
                    <span className={styles.entryTitle}>{one.title}</span>
                    {isActive(one, filters) && <i className={styles.dot} aria-hidden="true" />}
                    <Icon icon={ChevronRight} size={14} />
                  </button>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function EntryDetail({
  entry,
  filters,
  facets,
  onChange,
  onBack,
  menus,
  menu,
}: FilterNavigatorProps & { menu: FilterMenu; entry: FilterEntry; onBack?: (() => void) | undefined }) {
  return (
    <div className={styles.detail}>
      <header className={styles.detailHead}>
        {onBack && (
          <IconButton
            icon={ArrowLeft}
            label={menus.length === 1 ? t('search.backTo', { menu: menu.label }) : t('search.back')}
            size="small"
            onPress={onBack}
          />
        )}
        <h3 className={styles.detailTitle}>{entry.title}</h3>
      </header>
      {menu.note && <p className="note">{menu.note}</p>}
      {entry.topics.map((topic) => {
        const name = entry.topics.length > 1 ? `${entry.title}, ${topic.title}` : entry.title
        const shared = {
          topic,
          name,
          filters,
          facets,
          onChange: (next: readonly RecordFilter[]) => onChange(replaceFilters(filters, topic.scope, next)),
        }
        return (
          <section key={`${entry.name} ${topic.title}`} className={styles.topic} aria-label={name}>
            {entry.topics.length > 1 && <h4 className={styles.heading}>{topic.title}</h4>}
            {topic.kind === 'terms' ? <TermsFilter {...shared} /> : <RangeFilter {...shared} />}
          </section>
        )
      })}
    </div>
  )
}

function isActive({ topics }: FilterEntry, filters: readonly RecordFilter[]): boolean {
  return topics.some(({ scope }) => filtersAbout(filters, scope).length > 0)
}

/** Names of properties that none of the records found has. When there are no records at all, it is not the properties' fault. */
function namesWithoutValues(entries: readonly FilterEntry[], { total, find }: Facets): string[] {
  if (!total) return []
  const isEmpty = ({ scope }: FilterEntry['topics'][number]) => {
    const facet = scope.scope === 'metadata' ? find(scope) : undefined
    return facet && (facet.type === 'terms' ? facet.values.length === 0 : facet.min === null)
  }
  return entries.filter(({ topics }) => topics.every(isEmpty)).map(({ name }) => name)
}

function EntrySkeleton() {
  return (
    <li aria-busy="true">
      {['60%', '45%', '70%'].map((width) => (
        <span key={width} className={styles.entry}>
          <Skeleton width={width} height={14} />
        </span>
      ))}
    </li>
  )
}
