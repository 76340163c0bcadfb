/**
 * Compare two strings by code points, which is also the order of their UTF-8 bytes in the databases. JavaScript's own order, by UTF-16
 * units, puts emoji before `ﬁ`.
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

/** The sort rank of a UTF-16 unit: surrogates, which encode the highest code points, come after all other units. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit
}
