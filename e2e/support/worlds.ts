import { ENTITY_LABELS, PREDICTORS, readBanking, readEntities, readSolutions, SOLVERS } from './seeds/real-data'
import type { DatasetPlan } from './seeds/seed'

/** The options of {@link KIND}. */
export const KINDS = ['Bill', 'Card', 'Other'].map((text) => ({ value: text, text, description: null }))
/** A question about a message, which its keys 1 to 3 answer. */
export const KIND = { name: 'kind', title: 'Kind', settings: { type: 'label_selection', options: KINDS } } as const

/** Customer messages with a single-label question of 77 intents; the true one is suggested for every third. */
export function bankingPlan(name: string, count: number): DatasetPlan {
  const rows = readBanking()
  const intents = [...new Set(rows.map(({ category }) => category))].sort()
  return {
    name,
    guidelines: 'Choose what the **customer** wants.\n\n- One intent a message.\n- When unsure, discard.',
    fields: { text: false },
    questions: [
      {
        name: 'intent',
        description: 'What does the customer want?',
        settings: { type: 'label_selection', options: intents.map(option) },
      },
    ],
    records: Array.from({ length: count }, (_, index) => {
      const row = rows[index % rows.length] ?? { text: '', category: '' }
      const suggested = { intent: { value: row.category, agent: 'baseline', score: 0.87 } }
      return {
        fields: { text: index < rows.length ? row.text : `${row.text} (${index})` },
        metadata: { split: index % 2 === 0 ? 'train' : 'test', length: row.text.length },
        external_id: `banking-${index}`,
        suggestions: index % 3 === 0 ? suggested : {},
      }
    }),
  }
}

/** Short messages, to be labelled as bill or card. */
export function messagesPlan(name: string, count = 4): DatasetPlan {
  return {
    name,
    fields: { text: false },
    questions: [
      { name: 'kind', title: 'Kind', settings: { type: 'label_selection', options: ['Bill', 'Card'].map(option) } },
    ],
    records: range(1, count).map(({ value }) => ({ external_id: `r${value}`, fields: { text: `Message ${value}` } })),
  }
}

/** Word problems: rate the reference solution, rank the solutions of four models, and say why. */
export function solutionsPlan(name: string): DatasetPlan {
  return {
    name,
    fields: { question: false, solution: true, answers: true },
    questions: [
      { name: 'rating', title: 'How clear is the solution?', settings: { type: 'rating', options: range(1, 7) } },
      {
        name: 'order',
        title: 'Order the answers',
        settings: { type: 'ranking', options: SOLVERS.map(option) },
      },
      { name: 'why', title: 'Why?', required: false, settings: { type: 'text', use_markdown: true } },
    ],
    records: readSolutions().map((row, index) => ({
      fields: {
        question: row.question,
        solution: row.ground_truth,
        answers: SOLVERS.map((solver) => `**${words(solver)}**\n\n${row[solver].solution}`).join('\n\n'),
      },
      external_id: `gsm8k-${index}`,
      suggestions: index % 2 === 0 ? { rating: { value: 5, agent: 'grader', score: 0.5 } } : {},
    })),
  }
}

/** Noisy sentences with a span question; suggestions come from three systems in turns. */
export function entitiesPlan(name: string): DatasetPlan {
  const predicted = PREDICTORS.map((predictor) => ({ agent: predictor, sentences: readEntities(predictor) }))
  return {
    name,
    fields: { text: false },
    questions: [
      {
        name: 'entities',
        settings: {
          type: 'span',
          field: 'text',
          options: ENTITY_LABELS.map(option),
        },
      },
    ],
    records: readEntities('gold').map(({ text }, index) => {
      const by = predicted[index % predicted.length]
      return {
        fields: { text },
        external_id: `wnut-${index}`,
        suggestions: { entities: { value: by?.sentences[index]?.spans ?? [], agent: by?.agent } },
      }
    }),
  }
}

/** Every type of question over one field, each with a suggestion in the first record. */
export function everyKindPlan(name: string, count: number): DatasetPlan {
  const options = ['praise', 'complaint', 'question', 'thanks'].map(option)
  const suggestions = {
    kind: { value: 'complaint', agent: 'model-a', score: 0.91 },
    topics: { value: ['praise', 'thanks'], agent: 'model-a', score: [0.7, 0.6] },
    urgency: { value: 2, agent: 'model-b', score: 0.4 },
    summary: { value: 'A **short** summary.', agent: 'model-b', score: 0.3 },
    order: { value: options.slice(0, 3).map(({ value }, at) => ({ value, rank: at + 1 })), agent: 'model-b' },
    parts: { value: [{ label: 'praise', start: 0, end: 3 }], agent: 'model-a' },
  }
  return {
    name,
    guidelines: '# How to answer\n\nRead twice, answer once.',
    fields: { text: false, context: true },
    questions: [
      { name: 'kind', settings: { type: 'label_selection', options } },
      { name: 'topics', required: false, settings: { type: 'multi_label_selection', options } },
      { name: 'urgency', settings: { type: 'rating', options: range(0, 5) } },
      { name: 'order', required: false, settings: { type: 'ranking', options: options.slice(0, 3) } },
      { name: 'summary', required: false, settings: { type: 'text', use_markdown: true } },
      { name: 'parts', required: false, settings: { type: 'span', field: 'text', options } },
    ],
    records: Array.from({ length: count }, (_, index) => ({
      fields: {
        text: `The card that I ordered ${index + 2} weeks ago has still not arrived, and nobody answers the phone 🙁.`,
        context: `Written on a **Tuesday**.\n\n| day | calls |\n| --- | --- |\n| Monday | ${index} |\n\n\`const x = 1\``,
      },
      metadata: { channel: index % 2 === 0 ? 'mail' : 'chat', length: 40 + index },
      external_id: `case-${index}`,
      suggestions: index === 0 ? suggestions : {},
    })),
  }
}

function range(from: number, to: number): { value: number }[] {
  return Array.from({ length: to - from + 1 }, (_, index) => ({ value: from + index }))
}

function option(value: string) {
  return { value, text: words(value), description: null }
}

function words(value: string): string {
  return value.replaceAll(/[_-]/g, ' ')
}

/** The same plan without suggestions. */
export function withoutSuggestions(plan: DatasetPlan): DatasetPlan {
  return { ...plan, records: plan.records.map((record) => ({ ...record, suggestions: {} })) }
}
