import { type PointerEvent, useRef, useState } from 'react'

/** A press that moves this far is a drag. */
const DRAG_PX = 4

/** A card being dragged. */
export interface CardDrag {
  card: string
  /** Slot under the pointer: a rank, `pool`, or none. */
  over: string | undefined
  dx: number
  dy: number
}

/**
 * Drag cards to slots with mouse, pen or touch. Slots are elements with `data-slot`. Touch drags only by the handle
 * (`data-grip`), so that it can still scroll.
 *
 * @param onDrop - called with the card and the slot it was dropped on
 */
export function useCardDrag(onDrop: (card: string, slot: string) => void) {
  const [drag, setDrag] = useState<CardDrag>()
  const press = useRef<{ card: string; x: number; y: number; isDragging: boolean }>(undefined)

  const handlersFor = (card: string) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      const isGrip = event.target instanceof Element && event.target.closest('[data-grip]') !== null
      if (event.button !== 0 || (event.pointerType === 'touch' && !isGrip)) return
      press.current = { card, x: event.clientX, y: event.clientY, isDragging: false }
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const start = press.current
      if (!start) return
      const dx = event.clientX - start.x
      const dy = event.clientY - start.y
      if (!start.isDragging && Math.hypot(dx, dy) < DRAG_PX) return
      if (!start.isDragging) {
        start.isDragging = true
        event.currentTarget.setPointerCapture(event.pointerId)
      }
      // The first move of a quick drag may already be over another card.
      setDrag({ card: start.card, dx, dy, over: slotAt(event.clientX, event.clientY) })
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const start = press.current
      press.current = undefined
      setDrag(undefined)
      const slot = start?.isDragging ? slotAt(event.clientX, event.clientY) : undefined
      if (start && slot !== undefined) onDrop(start.card, slot)
    },
    onPointerCancel: () => {
      press.current = undefined
      setDrag(undefined)
    },
    onClickCapture: (event: { stopPropagation: () => void; preventDefault: () => void }) => {
      // The click event that ends a drag must not press the card.
      if (!drag) return
      event.stopPropagation()
      event.preventDefault()
    },
  })

  return { drag, handlersFor }
}

function slotAt(x: number, y: number): string | undefined {
  for (const element of document.elementsFromPoint(x, y)) {
    const slot = element instanceof HTMLElement ? element.closest<HTMLElement>('[data-slot]') : null
    if (slot) return slot.dataset.slot
  }
  return undefined
}
