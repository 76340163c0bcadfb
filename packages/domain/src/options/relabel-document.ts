import type {
  ByAgents,
  ClassScore,
  Derived,
  EntitiesContent,
  Entity,
  LabelsContent,
  RecordMetrics,
  TaskDocument,
  TextClassificationDocument,
  TokenClassificationDocument,
} from '../task-records/document'
import { deriveText } from '../task-records/text-classification'
import { deriveTokens, measureTokens } from '../task-records/token-classification'
import type { Relabel } from './option-list'

/** A classic record as it is stored. */
export interface StoredDocument<D extends Derived = Derived> {
  document: TaskDocument
  derived: D
  metrics: RecordMetrics
}

/** Whether a label occurs in a record's annotations and predictions, of any agent. */
export interface LabelUse {
  annotation: boolean
  prediction: boolean
}

/** Find out where a record uses a label. Text2text records have no labels. */
export function labelUse(document: TaskDocument, label: string): LabelUse {
  const holds = (main: object | undefined, listed: Record<string, object> | undefined) =>
    [main, ...Object.values(listed ?? {})].some((content) => content !== undefined && contentHolds(content, label))
  return {
    annotation: holds(document.annotation, document.annotations),
    prediction: holds(document.prediction, document.predictions),
  }
}

/**
 * A record with one label replaced by another: in annotations and predictions of all agents, in explanations, and in the derived data for
 * searches and metrics.
 *
 * - When a record has both labels, their scores are added in a single-label record, where the labels exclude each other. In all other
 *   records the higher score stays.
 * - Entities that become equal are merged.
 *
 * @returns undefined when the record does not contain the label
 */
export function relabelDocument<D extends Derived>(
  stored: StoredDocument<D>,
  relabel: Relabel,
): StoredDocument<D> | undefined {
  const { document } = stored
  if (isText(document)) {
    const adds = !document.multi_label
    const content = <C extends LabelsContent>(one: C): C => ({
      ...one,
      labels: relabelClasses(one.labels, relabel, adds),
    })
    const explanation = relabelExplanation(document.explanation, relabel)
    const after = { ...document, ...relabelAgents(document, content), ...(explanation && { explanation }) }
    if (isSame(document, after)) return undefined
    return { ...stored, document: after, derived: { ...stored.derived, ...deriveText(shownIn(after, stored.derived)) } }
  }
  if (!isTokens(document)) return undefined
  const content = <C extends EntitiesContent>(one: C): C => ({
    ...one,
    entities: relabelEntities(one.entities, relabel),
  })
  const after = { ...document, ...relabelAgents(document, content) }
  if (isSame(document, after)) return undefined
  const seen = shownIn(after, stored.derived)
  return {
    document: after,
    derived: { ...stored.derived, ...deriveTokens(seen) },
    metrics: measureTokens(seen),
  }
}

/**
 * The record as its last payload gave it. A prediction or annotation from an earlier payload is stored but not searchable (classic-api
 * §5.6), and relabelling keeps it so.
 */
function shownIn<Document extends ByAgents<object>>(document: Document, derived: Derived): Document {
  const { prediction, annotation, ...rest } = document
  return {
    ...rest,
    ...(prediction && derived.predicted_by.length > 0 && { prediction }),
    ...(annotation && derived.annotated_by.length > 0 && { annotation }),
  } as Document
}

function relabelClasses(labels: readonly ClassScore[], { from, to }: Relabel, adds: boolean): ClassScore[] {
  if (!labels.some(({ class_label }) => class_label === from)) return [...labels]
  const kept = new Map<string, ClassScore>()
  for (const { class_label, score } of labels) {
    const name = class_label === from ? to : class_label
    const known = kept.get(name)
    const both = known && (adds ? Math.min(1, known.score + score) : Math.max(known.score, score))
    kept.set(name, { class_label: name, score: both ?? score })
  }
  return [...kept.values()].sort((one, other) => other.score - one.score)
}

function relabelEntities(entities: readonly Entity[], { from, to }: Relabel): Entity[] {
  const placeOf = ({ start, end }: Entity) => `${start} ${end}`
  const there = new Set(entities.filter(({ label }) => label === to).map(placeOf))
  const scores = new Map<string, number>()
  for (const entity of entities)
    if (entity.label === from) scores.set(placeOf(entity), Math.max(entity.score, scores.get(placeOf(entity)) ?? 0))
  return entities.flatMap((entity) => {
    const place = placeOf(entity)
    if (entity.label === from) return there.has(place) ? [] : [{ ...entity, label: to }]
    return entity.label === to ? [{ ...entity, score: Math.max(entity.score, scores.get(place) ?? 0) }] : [entity]
  })
}

function relabelExplanation(explanation: TextClassificationDocument['explanation'], { from, to }: Relabel) {
  if (!explanation) return undefined
  const rename = (attributions: Record<string, number>) => {
    if (!Object.hasOwn(attributions, from)) return attributions
    const sums = new Map<string, number>()
    for (const [label, weight] of Object.entries(attributions)) {
      const name = label === from ? to : label
      sums.set(name, (sums.get(name) ?? 0) + weight)
    }
    return Object.fromEntries(sums)
  }
  return Object.fromEntries(
    Object.entries(explanation).map(([input, tokens]) => [
      input,
      tokens.map((token) => ({ ...token, attributions: rename(token.attributions) })),
    ]),
  )
}

function relabelAgents<Content extends object>(
  { prediction, annotation, predictions, annotations }: ByAgents<Content>,
  change: <C extends Content>(content: C) => C,
): ByAgents<Content> {
  const changeAll = (many: Record<string, Content>) =>
    Object.fromEntries(Object.entries(many).map(([agent, content]) => [agent, change(content)]))
  return {
    ...(prediction && { prediction: change(prediction) }),
    ...(annotation && { annotation: change(annotation) }),
    ...(predictions && { predictions: changeAll(predictions) }),
    ...(annotations && { annotations: changeAll(annotations) }),
  }
}

function contentHolds(content: object, label: string): boolean {
  if ('labels' in content) return (content as LabelsContent).labels.some((one) => one.class_label === label)
  return 'entities' in content && (content as EntitiesContent).entities.some((one) => one.label === label)
}

function isText(document: TaskDocument): document is TextClassificationDocument {
  return 'multi_label' in document
}

function isTokens(document: TaskDocument): document is TokenClassificationDocument {
  return 'tokens' in document
}

function isSame(before: TextClassificationDocument | TokenClassificationDocument, after: typeof before): boolean {
  const parts = ({ prediction, annotation, predictions, annotations, ...rest }: typeof before) =>
    JSON.stringify([prediction, annotation, predictions, annotations, 'explanation' in rest ? rest.explanation : null])
  return parts(before) === parts(after)
}
