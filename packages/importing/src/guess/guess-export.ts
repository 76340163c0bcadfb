import type { QuestionCreate } from '@postil/contract/feedback/settings/questions'
import type { ColumnPlan, ColumnUse, DatasetSchema, Encoding } from '../plan/plan'
import type { ColumnProfile, FileProfile } from '../read/profile'
import { profileOfQuestion } from './profile-of-question'
import { questionTypeOf, settingsFor, withSpanFields } from './question-for'

/** Labels that hardly repeat are shorter than this on average. */
const LABEL_LENGTH = 30

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

/** The questions of our own export, from the suggestions and answers in it. */
export function questionsOfExport(
  file: FileProfile,
  columns: readonly ColumnPlan[],
  encoding: Encoding,
): QuestionCreate[] {
  const asked = columns.flatMap(({ use }) => (use.kind === 'suggestion' || use.kind === 'answer' ? [use.question] : []))
  const names = new Set([...asked, ...file.answers.map(({ name }) => name)])
  const profileOf = (name: string) => profileOfQuestion(name, columns, file)
  const profiles = [...names].flatMap((name) => profileOf(name) ?? [])
  // A submitted response answers all required questions, but the file does not say which were required: the most often answered one is the safest guess.
  const required = profiles.reduce((most, one) => Math.max(most, one.filled), 0)
  let isSettled = false
  const questions = profiles.flatMap((profile): QuestionCreate[] => {
    const { name } = profile
    const guessed = questionTypeOf(profile)
    if (!guessed) return []
    const type =
      guessed === 'rating' && areLabels(profile, encoding)
        ? 'label_selection'
        : guessed === 'label_selection' && areWords(profile)
          ? 'text'
          : guessed
    const isRequired = !isSettled && profile.filled === required
    isSettled ||= isRequired
    return [{ name, title: name, description: null, required: isRequired, settings: settingsFor(type, profile, '') }]
  })
  return withSpanFields(questions, columns, profileOf)
}

/** Whether numbers are labels that look like numbers: where the format has types, a rating is not a text. */
function areLabels({ numbers, numberTexts }: ColumnProfile, encoding: Encoding): boolean {
  return encoding !== 'csv' && numberTexts === numbers
}

/** Whether few different texts are answers in words, not labels: in several lines, or long and hardly repeated. */
function areWords(profile: ColumnProfile): boolean {
  const { distinct = [], filled, totalLength } = profile
  if (distinct.some((text) => /[\r\n]/.test(text))) return true
  return distinct.length > filled / 2 && totalLength / filled > LABEL_LENGTH
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
