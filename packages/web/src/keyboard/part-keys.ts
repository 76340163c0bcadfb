import { t } from '../i18n/areas/part-keys.ts'
import type { Keys } from './keys.ts'

/** Keys of one part of a screen that are not commands. */
export interface PartKeys {
  title: string
  /** `Digit` and `Letter` stand for any digit or letter. */
  rows: readonly { words: string; keys: readonly Keys[] }[]
}

const THROUGH = { words: t('keyboard.part.through'), keys: ['Tab', 'Shift+Tab'] }
const TOGGLE = { words: t('keyboard.part.toggle'), keys: ['Space'] }

/** The parts, by the `data-keys` of their elements. A test presses the keys of each, so that the list stays complete. */
export const PART_KEYS: Readonly<Record<string, PartKeys>> = {
  questions: {
    title: t('keyboard.part.questions'),
    rows: [
      { words: t('keyboard.part.into'), keys: ['ArrowDown', 'ArrowUp'] },
      { words: t('keyboard.part.out'), keys: ['Escape'] },
    ],
  },
  labels: {
    title: t('keyboard.part.labels'),
    rows: [{ words: t('keyboard.part.choose'), keys: ['Digit'] }, TOGGLE, THROUGH],
  },
  'many-labels': {
    title: t('keyboard.part.manyLabels'),
    rows: [
      { words: t('keyboard.part.choose'), keys: ['Digit'] },
      { words: t('keyboard.part.find'), keys: ['Letter'] },
      { words: t('keyboard.part.takeFound'), keys: ['Enter'] },
      { words: t('keyboard.part.toFound'), keys: ['ArrowDown'] },
      { words: t('keyboard.part.endFind'), keys: ['Escape'] },
      TOGGLE,
      THROUGH,
    ],
  },
  rating: {
    title: t('keyboard.part.rating'),
    rows: [{ words: t('keyboard.part.rate'), keys: ['Digit'] }, TOGGLE, THROUGH],
  },
  ranking: {
    title: t('keyboard.part.ranking'),
    rows: [
      { words: t('keyboard.part.rank'), keys: ['Digit'] },
      { words: t('keyboard.part.rankNext'), keys: ['Space'] },
      { words: t('keyboard.part.unrank'), keys: ['0', 'Delete'] },
      THROUGH,
    ],
  },
  text: {
    title: t('keyboard.part.text'),
    rows: [
      { words: t('keyboard.part.write'), keys: ['Letter', 'Digit', 'Shift+Enter', 'Space'] },
      { words: t('keyboard.part.endWrite'), keys: ['Escape'] },
      { words: t('keyboard.part.views'), keys: ['ArrowLeft', 'ArrowRight'] },
    ],
  },
  span: {
    title: t('keyboard.part.span'),
    rows: [
      { words: t('keyboard.part.words'), keys: ['ArrowLeft', 'ArrowRight', 'Home', 'End'] },
      { words: t('keyboard.part.toLetter'), keys: ['Letter'] },
      { words: t('keyboard.part.extend'), keys: ['Shift+ArrowLeft', 'Shift+ArrowRight', 'Shift+Letter'] },
      { words: t('keyboard.part.capitals'), keys: ['.'] },
      { words: t('keyboard.part.mark'), keys: ['Digit'] },
      { words: t('keyboard.part.menu'), keys: ['Enter'] },
      { words: t('keyboard.part.nothing'), keys: ['0'] },
      { words: t('keyboard.part.marks'), keys: ['N', 'P'] },
      { words: t('keyboard.part.removeMark'), keys: ['Delete', 'Backspace'] },
      { words: t('keyboard.part.others'), keys: ['Shift+M'] },
      { words: t('keyboard.part.leaveText'), keys: ['Escape'] },
    ],
  },
  'span-menu': {
    title: t('keyboard.part.spanMenu'),
    rows: [
      { words: t('keyboard.part.choose'), keys: ['Digit'] },
      { words: t('keyboard.part.menuFirst'), keys: ['Space'] },
      { words: t('keyboard.part.menuMove'), keys: ['ArrowUp', 'ArrowDown'] },
      { words: t('keyboard.part.menuTake'), keys: ['Enter'] },
      { words: t('keyboard.part.removeMark'), keys: ['Delete'] },
    ],
  },
  cards: {
    title: t('keyboard.part.cards'),
    rows: [{ words: t('keyboard.part.beside'), keys: ['ArrowDown', 'ArrowUp'] }],
  },
  'card-labels': {
    title: t('keyboard.part.cardLabels'),
    rows: [{ words: t('keyboard.part.cardLabel'), keys: ['Digit', 'Letter'] }],
  },
  'card-text': {
    title: t('keyboard.part.cardText'),
    rows: [
      { words: t('keyboard.part.cardValidate'), keys: ['Shift+Enter'] },
      { words: t('keyboard.part.cardPrediction'), keys: ['Alt+Digit'] },
      { words: t('keyboard.part.cardUse'), keys: ['Alt+Enter'] },
      { words: t('keyboard.part.cardBeside'), keys: ['Alt+ArrowDown', 'Alt+ArrowUp'] },
      { words: t('keyboard.part.endWrite'), keys: ['Escape'] },
    ],
  },
}

/** Menus that open from a part: their keys are listed with it. */
const OPENS: Readonly<Record<string, string>> = { span: 'span-menu' }

/** The parts that are on the screen, in their order, each once. */
export function partsOnScreen(): PartKeys[] {
  const names = [...document.querySelectorAll<HTMLElement>('[data-keys]')].flatMap(({ dataset: { keys = '' } }) => [
    keys,
    OPENS[keys] ?? '',
  ])
  return [...new Set(names)].flatMap((name) => PART_KEYS[name] ?? [])
}
