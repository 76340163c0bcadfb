import type { ReactNode } from 'react'
import styles from './Drawing.module.css'

/** The small drawings of empty and error screens: a page and what happened to it. */
export type DrawingName = 'page' | 'search' | 'done' | 'lost' | 'offline' | 'broken' | 'later'

const SHEET = (
  <>
    <path className={styles.sheet} d="M26 12h44a4 4 0 0 1 4 4v60a4 4 0 0 1-4 4H26a4 4 0 0 1-4-4V16a4 4 0 0 1 4-4z" />
    <path className={styles.rule} d="M62 12v68" />
    <path className={styles.line} d="M30 26h24M30 35h24M30 44h18" />
  </>
)

const DRAWINGS: Record<DrawingName, ReactNode> = {
  page: <path className={styles.accent} d="M66 27h4M66 32h3" />,
  search: <path className={styles.accent} d="M58 62a10 10 0 1 0 20 0 10 10 0 1 0-20 0m17.5 7.5L86 80" />,
  done: <path className={styles.accent} d="m30 60 7 7 13-15" />,
  lost: <path className={styles.accent} d="M38 57c0-5 3-8 7.5-8s7.5 3 7.5 7c0 6-7.5 5.500-7.5 12m0 6v.5" />,
  offline: <path className={styles.accent} d="M30 62h6m6 0h2m8-6 10 12m0-12L52 68" />,
  broken: <path className={styles.accent} d="m22 60 10-5 8 7 10-7 9 6 15-7" />,
  later: <path className={styles.accent} d="m34 70 2-8 22-22 6 6-22 22zM54 44l6 6" />,
}

/** One of the drawings, in the colours of the theme. Decorative. */
export function Drawing({ name }: { name: DrawingName }) {
  return (
    <svg className={styles.drawing} viewBox="0 0 96 92" width="96" height="92" aria-hidden="true">
      {SHEET}
      {DRAWINGS[name]}
    </svg>
  )
}
