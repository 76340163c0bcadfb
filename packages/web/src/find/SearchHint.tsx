import { useEffect, useState } from 'react'
import { t } from '../i18n/finding.ts'
import styles from './SearchHint.module.css'

interface SearchHintProps {
  /** The search box has this id as its description. */
  id: string
  /** Something else is typed than what is searched for. */
  isDue: boolean
}

/** Says at the search box that what is typed is not searched for yet. Nothing gives way to it. */
export function SearchHint({ id, isDue }: SearchHintProps) {
  // Screen readers tell what comes into a place that is there already.
  const [isThere, setThere] = useState(false)
  useEffect(() => setThere(true), [])
  const isShown = isDue && isThere
  return (
    <span id={id} role="status" className={isShown ? styles.hint : undefined}>
      {isShown && t('search.enterHint')}
    </span>
  )
}
