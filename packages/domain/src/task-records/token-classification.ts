import type { TokenClassificationInput } from '@postil/contract/task/records'
import { codePointLength, sliceByCodePoints } from '../spans/code-points'
import { gatherAgents } from './agents'
import { alignEntities, findTokens, type TokenSpans } from './align-spans'
import { capitalnessOf } from './capitalness'
import type {
  ByAgents,
  Capitalness,
  Derived,
  DocumentHead,
  EntitiesContent,
  Entity,
  Mention,
  RecordMetrics,
  RecordProblem,
  TokenClassificationDocument,
} from './document'

/** The part of `prepareRecords` that is specific to token classification. */
export function prepareTokenClassification(input: TokenClassificationInput, head: DocumentHead) {
  const { text, tokens } = input
  const problems: RecordProblem[] = []
  const spans = findTokens(text, tokens)
  if ('missing' in spans)
    problems.push({ path: ['tokens', spans.missing], message: 'Token not found in the text, in order' })
  const agents = gatherAgents(input, tidyEntities)
  const aligned = 'missing' in spans ? agents : alignAll(text, spans, agents, problems)
  const document: TokenClassificationDocument = { ...head, text, tokens, ...aligned }
  return { document, metrics: measureTokens(document), derived: deriveTokens(document), problems }
}

function tidyEntities({ entities, score }: { entities: Entity[]; score?: number | null }): EntitiesContent {
  const tidied = entities.map((entity) => ({
    start: entity.start,
    end: entity.end,
    label: entity.label,
    score: entity.score,
  }))
  return typeof score === 'number' ? { entities: tidied, score } : { entities: tidied }
}

function alignAll(
  text: string,
  spans: TokenSpans,
  agents: ByAgents<EntitiesContent>,
  problems: RecordProblem[],
): ByAgents<EntitiesContent> {
  const align = <C extends EntitiesContent>(content: C, path: (string | number)[]): C => {
    const result = alignEntities(text, spans, content.entities)
    if ('entities' in result) return { ...content, entities: result.entities }
    problems.push({
      path: [...path, 'entities', result.misaligned],
      message: 'The entity does not begin and end at the edges of tokens',
    })
    return content
  }
  const alignMany = (many: Record<string, EntitiesContent>, name: string) =>
    Object.fromEntries(Object.entries(many).map(([agent, content]) => [agent, align(content, [name, agent])]))
  const { prediction, annotation, predictions, annotations } = agents
  return {
    ...(prediction && { prediction: align(prediction, ['prediction']) }),
    ...(annotation && { annotation: align(annotation, ['annotation']) }),
    ...(predictions && { predictions: alignMany(predictions, 'predictions') }),
    ...(annotations && { annotations: alignMany(annotations, 'annotations') }),
  }
}

/** Compute the derived fields of a record for searches. */
export function deriveTokens({ prediction, annotation }: TokenClassificationDocument): Derived {
  const predicted = prediction?.entities ?? []
  const annotated = annotation?.entities ?? []
  return {
    predicted_as: predicted.map((entity) => entity.label),
    annotated_as: annotated.map((entity) => entity.label),
    predicted_by: prediction ? [prediction.agent] : [],
    annotated_by: annotation ? [annotation.agent] : [],
    ...(prediction && annotation && { predicted: sameInOrder(predicted, annotated) ? 'ok' : 'ko' }),
    score: prediction?.score === undefined ? predicted.map((entity) => entity.score) : [prediction.score],
  }
}

function sameInOrder(one: readonly Entity[], other: readonly Entity[]): boolean {
  return (
    one.length === other.length &&
    one.every((entity, index) => {
      const twin = other[index]
      return entity.start === twin?.start && entity.end === twin.end && entity.label === twin.label
    })
  )
}

/** Compute the metrics of a single record (classic-api §9.1). */
export function measureTokens({ text, tokens, prediction, annotation }: TokenClassificationDocument): RecordMetrics {
  return {
    text_length: codePointLength(text),
    tokens: tokens.map((value) => withCapitalness({ value })),
    predicted: { mentions: mentionsOf(text, prediction?.entities ?? []) },
    annotated: { mentions: mentionsOf(text, annotation?.entities ?? []) },
  }
}

/** One mention per distinct text; the last one wins. */
function mentionsOf(text: string, entities: readonly Entity[]): Mention[] {
  const mentions = new Map<string, Mention>()
  for (const { start, end, label, score } of entities) {
    const value = sliceByCodePoints(text, start, end)
    mentions.set(value, withCapitalness({ value, label, score }))
  }
  return [...mentions.values()]
}

function withCapitalness<T extends { value: string }>(item: T): T & { capitalness?: Capitalness } {
  const capitalness = capitalnessOf(item.value)
  return capitalness ? { ...item, capitalness } : item
}
