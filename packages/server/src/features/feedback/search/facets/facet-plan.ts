import type { FacetRequest, FacetScope, FacetSearch } from '@postil/contract/feedback/record-facets'
import { FACET_LIMITS } from '@postil/contract/limits'
import { InvalidError } from '../../../../errors'
import type { Completion, RecordFilter } from '../../../../search/record-query'
import { assertSeesGold, getProperty, getQuestion, type SearchSchema } from '../search-schema'

/** What a facet counts, resolved to the store's tables. */
type FacetSource =
  | { of: 'status' }
  | ({ of: 'completion' } & Completion)
  | { of: 'gold' }
  | { of: 'doubt'; ofUser: string | undefined }
  | { of: 'time'; property: 'inserted_at' | 'updated_at' }
  | { of: 'metadata'; property: string; isNumber: boolean; isWhole: boolean }
  | { of: 'answers'; kind: 'response' | 'suggestion'; questionId: string }
  | { of: 'scores'; questionId: string }
  | { of: 'suggestions'; column: 'agent' | 'type'; questionId: string }

/** A facet to be counted. */
export interface FacetPlan {
  scope: FacetScope
  source: FacetSource
  size: number
  buckets: number
  /** Only terms that contain this text are counted. */
  containing: string | undefined
  /** True for filters on the property that the facet itself counts, which are ignored for it. */
  isOwn(filter: RecordFilter): boolean
}

/** Resolve the requested facets, or by default all that the dataset can be filtered by. Throws `InvalidError` for unknown names. */
export function planFacets(schema: SearchSchema, facets: FacetSearch['facets']): FacetPlan[] {
  return (facets ?? everyFacet(schema)).map((facet) => planFacet(schema, facet))
}

function everyFacet({ properties, questions }: SearchSchema): FacetRequest[] {
  const filterable = questions.filter(
    ({ settings: { type } }) => type === 'label_selection' || type === 'multi_label_selection' || type === 'rating',
  )
  const scopes: FacetRequest['scope'][] = [
    { entity: 'response', property: 'status' },
    ...[...properties.visible.keys()].map((name) => ({ entity: 'metadata' as const, metadata_property: name })),
    ...filterable.map(({ name }) => ({ entity: 'response' as const, question: name })),
    ...filterable.map(({ name }) => ({ entity: 'suggestion' as const, question: name, property: 'value' as const })),
    ...questions.flatMap(({ name }) =>
      (['score', 'agent'] as const).map((property) => ({ entity: 'suggestion' as const, question: name, property })),
    ),
  ]
  const { sizeDefault: size, bucketsDefault: buckets } = FACET_LIMITS
  return scopes.map((scope) => ({ scope, size, buckets }))
}

function planFacet(schema: SearchSchema, { scope, size, buckets, containing }: FacetRequest): FacetPlan {
  const { scope: named, source } = readScope(schema, scope)
  const key = sourceKey(source)
  const isOwn = (filter: RecordFilter) => filterKey(filter) === key
  return { scope: named, source, size, buckets, containing: containing ?? undefined, isOwn }
}

function readScope(schema: SearchSchema, scope: FacetRequest['scope']): { scope: FacetScope; source: FacetSource } {
  switch (scope.entity) {
    case 'record': {
      const { property } = scope
      if (property === 'decided_at') throw new InvalidError('Decisions have no facet')
      if (property === 'id' || property === 'external_id') throw new InvalidError('Ids have no facet')
      const named = { entity: scope.entity, property }
      if (property === 'gold') {
        assertSeesGold(schema)
        return { scope: named, source: { of: 'gold' } }
      }
      if (property === 'doubt') return { scope: named, source: { of: 'doubt', ofUser: schema.doubtsOf } }
      return {
        scope: named,
        source: property === 'status' ? { of: 'completion', ...schema.completion } : { of: 'time', property },
      }
    }
    case 'metadata': {
      const { name, isNumber, isWhole } = getProperty(schema, scope.metadata_property)
      return { scope, source: { of: 'metadata', property: name, isNumber, isWhole } }
    }
    case 'suggestion': {
      const questionId = getQuestion(schema, scope.question).id
      const { property } = scope
      if (property === 'value') return { scope, source: { of: 'answers', kind: 'suggestion', questionId } }
      if (property === 'score') return { scope, source: { of: 'scores', questionId } }
      return { scope, source: { of: 'suggestions', column: property, questionId } }
    }
    case 'response': {
      if (!scope.question) return { scope: { entity: 'response', property: 'status' }, source: { of: 'status' } }
      const { id, name } = getQuestion(schema, scope.question)
      return {
        scope: { entity: 'response', question: name },
        source: { of: 'answers', kind: 'response', questionId: id },
      }
    }
  }
}

function sourceKey(source: FacetSource): string {
  switch (source.of) {
    case 'status':
    case 'completion':
    case 'doubt':
    case 'gold':
      return source.of
    case 'time':
      return `record ${source.property}`
    case 'metadata':
      return `metadata ${source.property}`
    case 'answers':
      return source.kind === 'response' ? `response ${source.questionId}` : `suggestion ${source.questionId} value`
    case 'scores':
      return `suggestion ${source.questionId} score`
    case 'suggestions':
      return `suggestion ${source.questionId} ${source.column}`
  }
}

function filterKey(filter: RecordFilter): string {
  switch (filter.on) {
    case 'status':
    case 'completion':
    case 'doubt':
    case 'decided':
    case 'gold':
    case 'reach':
    case 'text':
      return filter.on
    case 'record':
    case 'key':
      return `record ${filter.property}`
    case 'metadata':
      return `metadata ${filter.property}`
    case 'response':
      return `response ${filter.questionId}`
    case 'suggestion':
      return `suggestion ${filter.questionId} ${filter.property}`
  }
}
