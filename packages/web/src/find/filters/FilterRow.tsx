import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { t } from '../../i18n/areas/finding.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Popover } from '../../ui/overlays/Popover.tsx'
import { BarButton } from '../BarButton.tsx'
import { FilterNavigator, type OpenEntry } from './FilterNavigator.tsx'
import styles from './FilterRow.module.css'
import type { FilterEditorProps } from './filter-editor.ts'
import { countIn, filterWords } from './filter-words.ts'
import { replaceFilters } from './filters.ts'
import { useDraftFilters } from './use-draft-filters.ts'

/** The second row: a popover for each menu, a chip for each active filter, and a button that removes all of them. */
export function FilterRow({
  menus,
  sort,
  nameOf,
  facets,
  onChange,
  onReset,
  takesFocus,
  ...applied
}: FilterEditorProps) {
  const draft = useDraftFilters(applied.filters, onChange)
  const { filters, change, flush } = draft
  const [openMenu, setOpenMenu] = useState<string>()
  const [openEntry, setOpenEntry] = useState<OpenEntry>()
  const row = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once it is there
  useEffect(() => {
    if (takesFocus) row.current?.querySelector('button')?.focus()
  }, [])
  const words = filterWords(filters, menus, nameOf)

  const toggle = (menu: string, isOpen: boolean) => {
    setOpenMenu(isOpen ? menu : undefined)
    if (isOpen && openEntry?.menu !== menu) setOpenEntry(undefined)
    if (!isOpen) flush()
  }
  const edit = (entry: OpenEntry) => {
    setOpenEntry(entry)
    setOpenMenu(entry.menu)
  }

  return (
    <section ref={row} className={styles.row} aria-label={t('search.filterRow')}>
      {menus.map((one) => {
        const { id: menu, label } = one
        const count = countIn(menu, filters)
        return (
          <Popover
            key={menu}
            label={label}
            width={320}
            isOpen={openMenu === menu}
            onOpenChange={(isOpen) => toggle(menu, isOpen)}
            trigger={
              <BarButton
                variant="default"
                name={label}
                count={count}
                hasPanel
                className={count > 0 ? styles.menuActive : undefined}
              />
            }
          >
            <FilterNavigator
              menus={[one]}
              open={openEntry?.menu === menu ? openEntry : undefined}
              onOpen={setOpenEntry}
              filters={filters}
              facets={facets}
              onChange={change}
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
        isDisabled={filters.length === 0 && sort.length === 0}
        onPress={() => {
          change([])
          onReset()
        }}
      >
        {sort.length > 0 ? t('search.reset') : t('search.clearFilters')}
      </Button>
    </section>
  )
}
