import { useEffect, useState } from 'react'
import { t } from '../i18n/areas/finding.ts'
import styles from './SearchHint.module.css'

interface SearchHintProps {
  /** Id that the search box names as its description. */
  id: string
  /** The typed text differs from the active query. */
  isDue: boolean
}

/** A note at the search box that Enter applies the typed text. Absolutely positioned, so that nothing moves. */
export function SearchHint({ id, isDue }: SearchHintProps) {
  // Screen readers announce only text that is added to a live region which already exists.
  const [isThere, setThere] = useState(false)
  useEffect(() => setThere(true), [])
  const isShown = isDue && isThere
  return (
    <span id={id} role="status" className={isShown ? styles.hint : undefined}>
      {isShown && t('search.enterHint')}
    </span>
  )
}
