import { ChevronDown, CircleHelp } from 'lucide-react'
import { Suspense, useState } from 'react'
import { t } from '../i18n/index.ts'
import { Button } from '../ui/controls/Button.tsx'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { Skeleton } from '../ui/display/Skeleton.tsx'
import { lazy } from '../ui/loading/lazy.tsx'
import { Popover } from '../ui/overlays/Popover.tsx'
import styles from './FieldSearch.module.css'
import type { TextQuery } from './query.ts'
import { SearchBox } from './SearchBox.tsx'

// Loaded when the user opens it.
const SearchOptions = lazy(() => import('./SearchOptions.tsx').then((m) => m.SearchOptions))

interface FieldSearchProps {
  text: TextQuery | undefined
  /** Fields that can be searched individually; "all fields" is always offered. */
  fields: readonly { name: string; title: string }[] | undefined
  onChange: (text: TextQuery | undefined) => void
}

/** A search box, a choice of the field to search in, and examples of what can be typed. */
export function FieldSearch({ text, fields = [], onChange }: FieldSearchProps) {
  const [fieldWanted, setFieldWanted] = useState(text?.field)
  const field = text ? text.field : fieldWanted
  const fieldTitle = fields.find(({ name }) => name === field)?.title ?? field

  const search = (q: string) => onChange(q === '' ? undefined : { q, ...(field ? { field } : {}) })
  const chooseField = (next: string | undefined) => {
    setFieldWanted(next)
    if (text) onChange({ q: text.q, ...(next ? { field: next } : {}) })
  }

  return (
    <SearchBox
      query={text?.q ?? ''}
      command="annotate.search"
      placeholder={fieldTitle ? t('search.placeholderIn', { field: fieldTitle }) : t('search.placeholder')}
      className={styles.search}
      onSearch={search}
    >
      <Popover
        label={t('search.options')}
        width={320}
        placement="bottom end"
        trigger={
          fields.length > 1 ? (
            <Button
              variant="quiet"
              size="medium"
              aria-label={`${fieldTitle ?? t('search.allFields')}, ${t('search.options')}`}
              className={styles.field}
            >
              <span className={styles.fieldName}>{fieldTitle ?? t('search.allFields')}</span>
              <ChevronDown size={14} strokeWidth={1.5} aria-hidden="true" />
            </Button>
          ) : (
            <IconButton icon={CircleHelp} label={t('search.options')} />
          )
        }
      >
        {(close) => (
          <div className={styles.options}>
            <Suspense fallback={<Skeleton height={160} />}>
              <SearchOptions
                fields={fields}
                field={field}
                onField={chooseField}
                onTry={(example) => {
                  close()
                  search(example)
                }}
              />
            </Suspense>
          </div>
        )}
      </Popover>
    </SearchBox>
  )
}
