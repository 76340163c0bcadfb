import styles from './Spinner.module.css'

/** A small spinner. The control around it names what is going on. */
export function Spinner() {
  return <span className={styles.ring} aria-hidden="true" />
}
