import styles from './Spinner.module.css'

/** A small spinner. The control around it has the accessible name of the running action. */
export function Spinner() {
  return <span className={styles.ring} aria-hidden="true" />
}
