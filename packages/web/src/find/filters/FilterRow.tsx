import { ChevronDown, X } from 'lucide-react'
import { useState } from 'react'
import { formatNumber, t } from '../../i18n/index.ts'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Popover } from '../../ui/Popover.tsx'
import { FilterNavigator, type OpenEntry } from './FilterNavigator.tsx'
import type { FilterEditorProps } from './filter-editor.ts'
import { countIn, filterWords } from './filter-words.ts'
import styles from './filters.module.css'
import { replaceFilters } from './filters.ts'
import { FILTER_MENUS, type FilterMenu } from './topics.ts'
import { useDraftFilters } from './use-draft-filters.ts'
import { useFacets } from './use-facets.ts'

/** The second row: three menus, a chip for each thing filtered by, and a way to take all of them away. */
export function FilterRow({ datasetId, query, entries, onChange, onReset }: FilterEditorProps) {
  const draft = useDraftFilters(query.filters, onChange)
  const { filters, change, flush } = draft
  const facets = useFacets(datasetId, query, entries)
  const [openMenu, setOpenMenu] = useState<FilterMenu>()
  const [openEntry, setOpenEntry] = useState<OpenEntry>()
  const words = filterWords(filters, entries)

  const toggle = (menu: FilterMenu, isOpen: boolean) => {
    setOpenMenu(isOpen ? menu : undefined)
    if (isOpen && openEntry?.menu !== menu) setOpenEntry(undefined)
    if (!isOpen) flush()
  }
  const edit = (entry: OpenEntry) => {
    setOpenEntry(entry)
    setOpenMenu(entry.menu)
  }

  return (
    <section className={styles.row} aria-label={t('search.filterRow')}>
      {FILTER_MENUS.map((menu) => {
        const count = countIn(menu, filters)
        const label = t(`search.menu.${menu}`)
        return (
          <Popover
            key={menu}
            label={label}
            width={320}
            isOpen={openMenu === menu}
            onOpenChange={(isOpen) => toggle(menu, isOpen)}
            trigger={
              <Button
                size="medium"
                className={count > 0 ? styles.menuActive : styles.menu}
                aria-label={count > 0 ? t('search.menuCount', { menu: label, count }) : label}
              >
                <span className={styles.menuWords}>
                  {`${label} `}
                  {count > 0 && <span className={styles.badge}>{formatNumber(count)}</span>}
                  <ChevronDown size={14} strokeWidth={1.5} aria-hidden="true" />
                </span>
              </Button>
            }
          >
            <FilterNavigator
              menus={[menu]}
              entries={entries}
              open={openEntry?.menu === menu ? openEntry : undefined}
              onOpen={setOpenEntry}
              filters={filters}
              facets={facets}
              onChange={change}
              isPending={query.status === 'pending'}
            />
          </Popover>
        )
      })}
      <ul className={styles.chips}>
        {words.map(({ key, name, value, text, menu, entry, filter }) => (
          <li key={key} className={styles.chip}>
            <button
              type="button"
              className={styles.chipWords}
              title={text}
              aria-label={`${t('search.editFilter', { name })}: ${text}`}
              onClick={() => edit({ menu, name: entry })}
            >
              <span className={styles.chipName}>{t('search.chipName', { name })}</span>
              <span className={styles.chipValue}>{value}</span>
            </button>
            <IconButton
              icon={X}
              label={t('ui.remove', { name })}
              size="tiny"
              className={styles.cross}
              onPress={() => change(replaceFilters(filters, filter, []))}
            />
          </li>
        ))}
      </ul>
      <Button
        variant="quiet"
        size="medium"
        isDisabled={filters.length === 0 && query.sort.length === 0}
        onPress={() => {
          change([])
          onReset()
        }}
      >
        {query.sort.length > 0 ? t('search.reset') : t('search.clearFilters')}
      </Button>
    </section>
  )
}
