/**
 * Which positions of a user's queue are for gold records. The queue is divided into blocks of 100 / percent records (their lengths differ
 * by one if that is no integer); one position in each block, which depends on the user and the block, is for a gold record. So the share is
 * right after every block, and no pattern tells where the next one is.
 */
export interface Slots {
  userId: string
  /** 1 to 50. */
  percent: number
}

/** Whether a position, counted from 0, is for a gold record. */
export function isSlot(slots: Slots, position: number): boolean {
  return slotIn(slots, blockOf(slots, position)) === position
}

/** How many of the first positions are for gold records. */
export function slotsBefore(slots: Slots, position: number): number {
  const block = blockOf(slots, position)
  return block + Number(slotIn(slots, block) < position)
}

/** How many positions, from one on, are for gold records until the queue has no other record for one. */
export function slotsAmong(slots: Slots, from: number, others: number): number {
  const slotsIn = (count: number) => slotsBefore(slots, from + count) - slotsBefore(slots, from)
  // The largest number of positions that takes no more than the other records. In each block, at most every second position is a slot.
  let [least, most] = [others, 2 * others + 4]
  while (least < most) {
    const middle = Math.ceil((least + most) / 2)
    if (middle - slotsIn(middle) <= others) least = middle
    else most = middle - 1
  }
  return least - others
}

/** The order in which a user gets gold records: a number for each, all different, without a visible relation to the record. */
export function goldOrder(userId: string, pk: number): number {
  return scramble(pk ^ seedOf(userId))
}

function blockOf({ percent }: Slots, position: number): number {
  return Math.floor((position * percent) / 100)
}

function startOf({ percent }: Slots, block: number): number {
  return Math.ceil((block * 100) / percent)
}

function slotIn(slots: Slots, block: number): number {
  const start = startOf(slots, block)
  return start + (scramble(block ^ seedOf(slots.userId)) % (startOf(slots, block + 1) - start))
}

function seedOf(userId: string): number {
  return Number.parseInt(userId.slice(0, 8), 16)
}

/** A permutation of the 32-bit integers: the last steps of MurmurHash3 (Appleby 2011). */
function scramble(value: number): number {
  let bits = value
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}
