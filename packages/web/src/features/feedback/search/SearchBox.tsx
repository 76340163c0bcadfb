import type { Field } from '@postil/contract/feedback/fields'
import { ChevronDown, CircleHelp } from 'lucide-react'
import { useRef, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { useCommand } from '../../../keyboard/use-command.ts'
import { Button } from '../../../ui/Button.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Popover } from '../../../ui/Popover.tsx'
import { RadioGroup } from '../../../ui/RadioGroup.tsx'
import { SearchField } from '../../../ui/SearchField.tsx'
import type { TextQuery } from '../annotation/queue/record-query.ts'
import styles from './SearchBox.module.css'
import { SearchHelp } from './SearchHelp.tsx'

// No field can have this name: names are lower-case words.
const ALL = '*'

interface SearchBoxProps {
  text: TextQuery | undefined
  fields: readonly Field[] | undefined
  onChange: (text: TextQuery | undefined) => void
}

/**
 * The search box: Enter applies, the cross and Escape clear. Typing changes nothing but the box. Beside it stands where is
 * searched and what can be typed.
 */
export function SearchBox({ text, fields = [], onChange }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null)
  const [fieldWanted, setFieldWanted] = useState(text?.field)
  const field = text ? text.field : fieldWanted
  const handleFocus = () => {
    input.current?.focus()
    input.current?.select()
  }
  const focus = useCommand('annotate.search', { run: handleFocus })
  const fieldTitle = fields.find(({ name }) => name === field)?.title ?? field

  const apply = (typed: string) => {
    const q = typed.trim()
    onChange(q === '' ? undefined : { q, ...(field ? { field } : {}) })
  }
  const chooseField = (chosen: string) => {
    const next = chosen === ALL ? undefined : chosen
    setFieldWanted(next)
    if (text) onChange({ q: text.q, ...(next ? { field: next } : {}) })
  }

  const help = (
    <>
      {fields.length > 1 && (
        <RadioGroup
          label={t('search.in')}
          choices={[
            { value: ALL, label: t('search.allFields') },
            ...fields.map(({ name, title }) => ({ value: name, label: title })),
          ]}
          value={field ?? ALL}
          onChange={chooseField}
        />
      )}
      <SearchHelp />
    </>
  )
  return (
    <div className={styles.search}>
      {/* Another query in the address, by Back or a link, fills the box anew. */}
      <SearchField
        key={text?.q ?? ''}
        ref={input}
        size="small"
        className={styles.box}
        label={t('search.label')}
        placeholder={fieldTitle ? t('search.placeholderIn', { field: fieldTitle }) : t('search.placeholder')}
        keys={focus.keys[0]}
        defaultValue={text?.q ?? ''}
        onSubmit={apply}
        onClear={() => text && onChange(undefined)}
      />
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
        <div className={styles.help}>{help}</div>
      </Popover>
    </div>
  )
}
