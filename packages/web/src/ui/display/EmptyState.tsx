import type { ReactNode } from 'react'
import { Drawing, type DrawingName } from './Drawing.tsx'
import styles from './EmptyState.module.css'

interface EmptyStateProps {
  /** One sentence. */
  children: ReactNode
  drawing?: DrawingName
  title?: ReactNode
  /** One action. */
  action?: ReactNode
  level?: 1 | 2 | 3
}

/** The state of an empty list or page: one sentence, one action, a small drawing. */
export function EmptyState({ children, drawing = 'page', title, action, level = 2 }: EmptyStateProps) {
  const Heading = `h${level}` as const
  return (
    <div className={styles.empty}>
      <Drawing name={drawing} />
      {title && <Heading className={styles.title}>{title}</Heading>}
      <p className={styles.text}>{children}</p>
      {action}
    </div>
  )
}
