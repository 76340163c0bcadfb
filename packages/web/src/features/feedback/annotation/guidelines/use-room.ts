import { useState } from 'react'
import { readItem, writeItem } from '../../../../ui/stored.ts'

/** The guidelines' part of the form's column: at first, least and most. */
export const ROOM = { normal: 0.3, least: 0.15, most: 0.6 } as const

/** How much room a user gives to guidelines, kept on this device: shown or not, and their part of the column, 0–1. */
export function useRoom(userId: string) {
  const [openKey, shareKey] = [`postil.guidelines.open.${userId}`, `postil.guidelines.share.${userId}`]
  const [isOpen, setOpen] = useState(() => readItem(openKey) === '1')
  const [share, setShare] = useState(() => readShare(shareKey))
  return {
    isOpen,
    share,
    setOpen: (next: boolean) => {
      setOpen(next)
      writeItem(openKey, next ? '1' : undefined)
    },
    setShare: (next: number) => {
      setShare(next)
      writeItem(shareKey, next === ROOM.normal ? undefined : next.toFixed(4))
    },
  }
}

function readShare(key: string): number {
  const stored = Number(readItem(key) ?? Number.NaN)
  return stored >= ROOM.least && stored <= ROOM.most ? stored : ROOM.normal
}
