import styles from './Spinner.module.css'

/** A small turning ring. The control around it says what is going on. */
export function Spinner() {
  return <span className={styles.ring} aria-hidden="true" />
}
