import { STOP_WORDS } from './stop-words'

const WORD = /\p{L}+/gu

/** The words a text counts for in a word cloud (classic-api §8): split at everything but letters, lower-case, without stop words. */
export function cloudWords(text: string): string[] {
  const words: string[] = []
  for (const [word] of text.toLowerCase().matchAll(WORD)) if (!STOP_WORDS.has(word)) words.push(word)
  return words
}
