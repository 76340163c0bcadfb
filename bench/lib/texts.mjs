/** A seeded pseudo-random generator, so that every run measures the same texts. @param {number} seed */
export function randomFrom(seed) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

const SYLLABLES = 'ba ce di fo gu ka le mi no pu ra se ti vo zu an er in or un al em is ot us'.split(' ')

/** A vocabulary for texts with a word distribution as in real text (Zipf). @param {number} size */
export function vocabulary(size, random = randomFrom(7)) {
  const words = new Set()
  while (words.size < size)
    words.add(
      Array.from(
        { length: 1 + Math.floor(random() * 4) },
        () => SYLLABLES[Math.floor(random() * SYLLABLES.length)],
      ).join(''),
    )
  return [...words]
}

/** A text of about 80 words. @param {string[]} words @param {() => number} random */
export function makeText(words, random) {
  const length = 40 + Math.floor(random() * 80)
  return Array.from({ length }, () => words[Math.floor(words.length ** random()) - 1] ?? words[0]).join(' ')
}
