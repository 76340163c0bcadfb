import type { KeyboardEvent, RefObject } from 'react'
import { t } from '../../i18n/datasets.ts'
import { useCommand } from '../../keyboard/use-command.ts'
import { SearchField } from '../../ui/SearchField.tsx'
import { useTyped } from './use-typed.ts'

interface SearchBoxProps {
  q: string
  onSearch: (q: string) => void
  /** Arrow down goes on to the rows. */
  onEnterRows: () => void
  boxRef: RefObject<HTMLInputElement | null>
  className?: string
}

/** Finds datasets while one types. */
export function SearchBox({ q, onSearch, onEnterRows, boxRef, className }: SearchBoxProps) {
  const find = useCommand('datasets.find')
  const [text, setText] = useTyped(q, onSearch)
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    onEnterRows()
  }
  return (
    <SearchField
      className={className}
      label={t('datasets.findHint')}
      placeholder={t('datasets.findHint')}
      keys={find.keys[0]}
      value={text}
      onChange={setText}
      onKeyDown={handleKey}
      ref={boxRef}
    />
  )
}
