import type { SearchSort } from '@postil/contract/feedback/search-scopes'
import { InvalidError } from '../../../errors'
import type { RecordSort } from '../../../search/record-query'
import { getProperty, getQuestion, type SearchSchema } from './search-schema'

/** A sort key of a search in the words of the store. Throws `InvalidError` for unknown names and for what has no order. */
export function readSort(schema: SearchSchema, { scope, order }: SearchSort): RecordSort {
  switch (scope.entity) {
    case 'record':
      if (scope.property === 'status') throw new InvalidError('Records cannot be sorted by their status')
      return { by: { on: 'record', property: scope.property }, order }
    case 'metadata': {
      const { name, isNumber } = getProperty(schema, scope.metadata_property)
      return { by: { on: 'metadata', property: name, isNumber }, order }
    }
    case 'suggestion': {
      const { id, settings } = getQuestion(schema, scope.question)
      const { property } = scope
      if (property === 'type') throw new InvalidError('Records cannot be sorted by the type of a suggestion')
      const isNumber = property === 'score' || (property === 'value' && settings.type === 'rating')
      return { by: { on: 'suggestion', questionId: id, property, isNumber }, order }
    }
    case 'response': {
      if (!scope.question) throw new InvalidError('Records cannot be sorted by the status of a response')
      const { id, settings } = getQuestion(schema, scope.question)
      return { by: { on: 'response', questionId: id, isNumber: settings.type === 'rating' }, order }
    }
  }
}
