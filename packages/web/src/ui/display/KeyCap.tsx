import { type Keys, printKeys } from '../../keyboard/keys.ts'
import styles from './KeyCap.module.css'

interface KeyCapProps {
  keys: Keys
}

/** A key as it is printed on a keyboard. Decorative: controls carry `aria-keyshortcuts`. */
export function KeyCap({ keys }: KeyCapProps) {
  return (
    <span className={styles.cap} aria-hidden="true">
      {printKeys(keys)}
    </span>
  )
}
