/**
 * Compare two strings by code points, as the engines compare their UTF-8 bytes; JavaScript's own order puts emoji before `ﬁ`.
 *
 * @returns negative, zero or positive
 */
export function compareCodePoints(one: string, other: string): number {
  const length = Math.min(one.length, other.length)
  for (let at = 0; at < length; at += 1) {
    const a = one.charCodeAt(at)
    const b = other.charCodeAt(at)
    if (a !== b) return rank(a) - rank(b)
  }
  return one.length - other.length
}

/** Surrogates stand for code points above all others, so they rank behind the rest. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit
}
