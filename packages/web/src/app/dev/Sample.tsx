import type { ReactNode } from 'react'
import styles from './ComponentsPage.module.css'

/** One named example. */
export function Sample({ name, children, isStack }: { name: string; children: ReactNode; isStack?: boolean }) {
  return (
    <section className={styles.sample}>
      <h2 className={styles.name}>{name}</h2>
      <div className={isStack ? styles.stack : styles.row}>{children}</div>
    </section>
  )
}
