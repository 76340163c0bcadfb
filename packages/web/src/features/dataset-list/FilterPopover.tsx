import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../i18n/areas/datasets.ts'
import { formatNumber } from '../../i18n/index.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Checkbox } from '../../ui/controls/Checkbox.tsx'
import { SearchField } from '../../ui/controls/SearchField.tsx'
import { Icon } from '../../ui/display/Icon.tsx'
import { Popover } from '../../ui/overlays/Popover.tsx'
import styles from './FilterPopover.module.css'
import type { ValueCount } from './select-rows.ts'

/** With at least this many values there is a search box. */
const SEARCH_FROM = 8

interface FilterPopoverProps {
  label: string
  values: readonly ValueCount[]
  chosen: readonly string[]
  /** Display text of a value. */
  wordsOf: (value: string) => string
  /** Gets a function that makes the chosen values from the latest ones. */
  onChange: (next: (chosen: readonly string[]) => readonly string[]) => void
}

/** A column's filter: checkboxes, each with the number of rows it would show. Changes apply at once. */
export function FilterPopover({ label, values, chosen, wordsOf, onChange }: FilterPopoverProps) {
  const [find, setFind] = useState('')
  const wanted = find.trim().toLowerCase()
  const shown = values.filter(({ value }) => wordsOf(value).toLowerCase().includes(wanted))
  const filterBy = t('datasets.filterBy', { column: label })
  // The visible words are part of it, so that it can be spoken.
  const name = [filterBy, chosen.length > 1 && `${formatNumber(chosen.length)}:`, chosen.map(wordsOf).join(', ')]
    .filter(Boolean)
    .join(' ')
  const toggle = (value: string, isChosen: boolean) =>
    onChange((now) => [...now.filter((one) => one !== value), ...(isChosen ? [value] : [])])
  return (
    <Popover
      label={filterBy}
      width={270}
      onOpenChange={() => setFind('')}
      trigger={
        <Button className={styles.trigger} isDisabled={values.length === 0} aria-label={name}>
          {label} {chosen.length > 0 && <Chosen chosen={chosen.map(wordsOf)} />}
          <Icon icon={ChevronDown} size={14} />
        </Button>
      }
    >
      <div className={styles.body}>
        {values.length >= SEARCH_FROM && (
          <SearchField
            label={t('datasets.findValue', { column: label })}
            placeholder={t('datasets.findValueHint')}
            size="small"
            value={find}
            onChange={setFind}
          />
        )}
        <ul className={styles.values}>
          {shown.map(({ value, count }) => (
            <li key={value} className={styles.value} data-empty={count === 0 || undefined}>
              <Checkbox
                className={styles.box}
                isSelected={chosen.includes(value)}
                onChange={(isChosen) => toggle(value, isChosen)}
              >
                <span className={styles.words}>{wordsOf(value)}</span>
                <span className={styles.count}>{formatNumber(count)}</span>
              </Checkbox>
            </li>
          ))}
        </ul>
        {shown.length === 0 && <p className={styles.none}>{t('ui.noMatches')}</p>}
        {chosen.length > 0 && (
          <Button variant="quiet" size="small" onPress={() => onChange(() => [])}>
            {t('datasets.clearOne')}
          </Button>
        )}
      </div>
    </Popover>
  )
}

function Chosen({ chosen }: { chosen: readonly string[] }) {
  const [only] = chosen
  return <span className={styles.chosen}>{chosen.length === 1 ? only : formatNumber(chosen.length)}</span>
}
