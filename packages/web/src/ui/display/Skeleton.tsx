import type { CSSProperties } from 'react'
import styles from './Skeleton.module.css'

interface SkeletonProps {
  /** Any CSS length. */
  width?: CSSProperties['width']
  height?: CSSProperties['height']
  radius?: CSSProperties['borderRadius']
}

/** A placeholder for content that is loading. The container sets `aria-busy`. */
export function Skeleton({ width = '100%', height = '1em', radius = 'var(--radius-small)' }: SkeletonProps) {
  return <span className={styles.skeleton} style={{ width, height, borderRadius: radius }} aria-hidden="true" />
}
