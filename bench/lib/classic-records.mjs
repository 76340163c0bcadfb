import { makeText } from './texts.mjs'

const STATUSES = ['Default', 'Default', 'Validated', 'Discarded']

/** A record with a prediction, and in some cases an annotation. @param {number} at @param {string[]} words @param {() => number} random */
export function classificationRecord(at, words, random) {
  const score = 0.5 + random() / 2
  const label = `label-${Math.floor(random() * 10)}`
  const status = STATUSES[Math.floor(random() * STATUSES.length)]
  return {
    id: at,
    inputs: { text: makeText(words, random) },
    multi_label: false,
    prediction: {
      agent: `model-${at % 3}`,
      labels: [
        { class: label, score },
        { class: 'other', score: 1 - score },
      ],
    },
    annotation:
      status === 'Validated'
        ? {
            agent: `user-${at % 20}`,
            labels: [{ class: random() < 0.8 ? label : 'other' }],
          }
        : null,
    status,
    metadata: {
      split: random() < 0.8 ? 'train' : 'test',
      number: at,
      source: `feed-${at % 40}`,
      length: random() * 100,
    },
  }
}

/** A record with entities, predicted and annotated. @param {number} at @param {string[]} words @param {() => number} random */
export function tokenRecord(at, words, random) {
  const tokens = makeText(words, random).split(' ')
  const text = tokens.join(' ')
  const entities = (/** @type {number} */ from) => {
    const found = []
    let start = 0
    for (const [index, token] of tokens.entries()) {
      if (index % 11 === from)
        found.push({
          start,
          end: start + token.length,
          label: ['PER', 'LOC', 'ORG', 'MISC'][(at + index) % 4],
          score: random(),
        })
      start += token.length + 1
    }
    return found
  }
  return {
    id: at,
    text,
    tokens,
    prediction: { agent: 'tagger', entities: entities(at % 2 ? 3 : 4) },
    annotation: at % 2 ? { agent: `user-${at % 5}`, entities: entities(3) } : null,
    status: at % 2 ? 'Validated' : 'Default',
    metadata: { split: at % 5 ? 'train' : 'test' },
  }
}
