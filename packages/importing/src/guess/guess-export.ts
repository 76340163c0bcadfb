import type { ColumnUse, DatasetSchema } from '../plan/plan'
import type { ColumnProfile } from '../read/profile'

/** The use of a column of our own export, known by its name. */
export function guessExportColumn(profile: ColumnProfile, fixed: DatasetSchema | undefined): ColumnUse {
  const [area = '', name = '', part = ''] = profile.name.split('.')
  switch (area) {
    case 'id':
      return { kind: 'record' }
    case 'external_id':
      return { kind: 'id' }
    case 'fields':
      if (fixed && !fixed.fields.some((field) => field.name === name)) return { kind: 'nothing' }
      return { kind: 'field', name, title: name, required: false, markdown: false }
    case 'metadata':
      return metadataUse(name, profile, fixed)
    case 'suggestions':
      if (fixed && !fixed.questions.some((question) => question.name === name)) return { kind: 'nothing' }
      return suggestionUse(name, part)
    case 'answers':
      if (fixed && !fixed.questions.some((question) => question.name === name)) return { kind: 'nothing' }
      return { kind: 'answer', question: name, ...(part !== '' && { person: part }) }
    case 'vectors':
      if (fixed && !fixed.vectors.some((vector) => vector.name === name)) return { kind: 'nothing' }
      return profile.vectorSize === undefined
        ? { kind: 'nothing' }
        : { kind: 'vector', name, title: name, dimensions: profile.vectorSize }
    case 'extra_metadata':
      return { kind: 'extra' }
    case 'responses':
      return { kind: 'responses' }
    case 'status':
      return { kind: 'status', ...(name !== '' && { person: name }) }
    default:
      return { kind: 'nothing' }
  }
}

function metadataUse(name: string, profile: ColumnProfile, fixed: DatasetSchema | undefined): ColumnUse {
  const property = fixed?.metadata.find((one) => one.name === name)
  if (fixed && !property) return { kind: 'nothing' }
  const type = property?.settings.type ?? numberType(profile)
  return { kind: 'metadata', name, title: property?.title ?? name, type, visible: true }
}

function suggestionUse(question: string, part: string): ColumnUse {
  switch (part) {
    case 'value':
      return { kind: 'suggestion', question }
    case 'score':
      return { kind: 'score', question }
    case 'agent':
      return { kind: 'agent', question }
    case 'type':
      return { kind: 'origin', question }
    default:
      return { kind: 'nothing' }
  }
}

function numberType({ filled, numbers, integers }: ColumnProfile): 'terms' | 'integer' | 'float' {
  if (filled === 0 || numbers < filled) return 'terms'
  return integers === filled ? 'integer' : 'float'
}
