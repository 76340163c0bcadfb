import { useState } from 'react'
import { readItem, writeItem } from '../../../ui/browser/stored.ts'

/** The guidelines' share of the column's height: default, minimum and maximum. */
export const ROOM = { normal: 0.3, least: 0.15, most: 0.6 } as const

/** Whether the guidelines panel is open, and its share of the column's height (0–1), stored on this device per user. */
export function useRoom(userId: string) {
  const shareKey = `postil.guidelines.share.${userId}`
  const [isOpen, setOpen] = useState(() => keepsOpen(userId))
  const [share, setShare] = useState(() => readShare(shareKey))
  return {
    isOpen,
    share,
    setOpen: (next: boolean) => {
      setOpen(next)
      writeItem(openKey(userId), next ? '1' : undefined)
    },
    setShare: (next: number) => {
      setShare(next)
      writeItem(shareKey, next === ROOM.normal ? undefined : next.toFixed(4))
    },
  }
}

/** Whether the user left the guidelines panel open. */
export function keepsOpen(userId: string): boolean {
  return readItem(openKey(userId)) === '1'
}

function openKey(userId: string): string {
  return `postil.guidelines.open.${userId}`
}

function readShare(key: string): number {
  const stored = Number(readItem(key) ?? Number.NaN)
  return stored >= ROOM.least && stored <= ROOM.most ? stored : ROOM.normal
}
