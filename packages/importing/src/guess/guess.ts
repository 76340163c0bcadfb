import type { QuestionCreate } from '@postil/contract/feedback/settings/questions'
import { LIMITS } from '@postil/contract/limits'
import type { ColumnPlan, ColumnUse, DatasetSchema, Encoding, ImportPlan } from '../plan/plan'
import type { ColumnProfile, FileProfile } from '../read/profile'
import { hasOwnScore, withCompanions } from './guess-companions'
import { guessExportColumn, questionsOfExport } from './guess-export'
import { guessInto, ID_NAME } from './guess-into'
import { baseOf, findLabels, isLabelLike, isLabelName } from './guess-labels'
import { itemNameFor, titleFor } from './names'
import { profileOfQuestion } from './profile-of-question'
import { questionTypeOf, settingsFor, withSpanFields } from './question-for'

const FIELD_NAME =
  /^(text|sentence|message|messages|content|prompt|question|instruction|input|output|document|body|tweet|review|comment|premise|hypothesis|passage|context|utterance|query|response|answer|completion|solution|summary|article|title|description)\d*$/i
const RATING_NAME = /(^|_)(rating|stars|score|grade|quality)$/i
const VECTOR_NAME = /embedding|vector|(^|_)emb$/i
/** A column with a longer average length is a text to read. */
const READING_LENGTH = 40
const MIN_VECTOR = 8

/** Whether the columns are those of our own exports. */
export function isExportHeader(columns: readonly string[]): boolean {
  return columns.includes('id') && columns.some((column) => /^fields\.[a-z0-9_-]+$/.test(column))
}

/**
 * Guess the use of each column of a file, and possible questions.
 *
 * @param encoding - derived from the file's format and header
 * @param fixed - an existing schema
 */
export function guessPlan(file: FileProfile, encoding: Encoding, fixed?: DatasetSchema): ImportPlan {
  if (encoding !== 'foreign') return guessExport(file, encoding, fixed)
  if (fixed) {
    const into = guessInto(file, fixed)
    const grown = withCompanions(into.columns, into.questions, file.columns)
    const columns = into.columns.map((column, at) => (column.use.kind === 'nothing' ? (grown[at] ?? column) : column))
    return { ...into, columns, encoding, fixed }
  }
  const guesser = new Guesser(file)
  const columns = file.columns.map((profile): ColumnPlan => ({ source: profile.name, use: guesser.use(profile) }))
  const read = withField(withCompanions(columns, guesser.questions, file.columns), file, guesser)
  const settled = guesser.questions.length > 0 ? read : withLabels(read, file, guesser)
  const hasId = settled.some(({ use }) => use.kind === 'id')
  return {
    columns: withRequired(settled, file),
    questions: withSpanFields(guesser.questions, settled, (name) => profileOfQuestion(name, settled, file)),
    fixed: undefined,
    encoding,
    hasContentIds: !hasId,
  }
}

function guessExport(file: FileProfile, encoding: Encoding, fixed: DatasetSchema | undefined): ImportPlan {
  const columns = file.columns.map(
    (profile): ColumnPlan => ({
      source: profile.name,
      use: guessExportColumn(profile, fixed),
    }),
  )
  const questions = fixed ? fixed.questions : questionsOfExport(file, columns, encoding)
  return { columns: fixed ? columns : withRequired(columns, file), questions, fixed, encoding, hasContentIds: false }
}

interface Named {
  name: string
  title: string
}

/** Guesses column by column, keeping track of the names that are taken. */
class Guesser {
  readonly questions: QuestionCreate[] = []
  #file: FileProfile
  #names = new Set<string>()
  #hasId = false
  #vectors = 0

  constructor(file: FileProfile) {
    this.#file = file
  }

  use(profile: ColumnProfile): ColumnUse {
    const { name, filled, lists, numbers, integers, booleans, spans, rankings, isUnique, vectorSize } = profile
    if (filled === 0) return { kind: 'nothing' }
    const base = baseOf(name)
    if (!this.#hasId && isUnique && filled === this.#file.rows && ID_NAME.test(base) && lists === 0) {
      this.#hasId = true
      return { kind: 'id' }
    }
    if (lists === filled && vectorSize !== undefined) return this.#vector(profile, vectorSize, base)
    if (spans > 0 || rankings > 0) return this.ask(profile)
    if (lists === filled) return isLabelName(base) ? this.ask(profile) : this.#list(profile)
    const isPredicted = hasOwnScore(profile, this.#file.columns)
    if ((isLabelName(base) || isPredicted) && isLabelLike(profile)) return this.ask(profile)
    if (numbers === filled) {
      if (RATING_NAME.test(base) && questionTypeOf(profile) === 'rating') return this.ask(profile)
      return this.#metadata(profile, integers === filled ? 'integer' : 'float')
    }
    if (booleans === filled) return this.#metadata(profile, 'terms')
    if (FIELD_NAME.test(base) || profile.totalLength / filled >= READING_LENGTH) return this.field(profile)
    return this.#metadata(profile, 'terms')
  }

  field(profile: ColumnProfile, named: Named = this.#named(profile)): ColumnUse {
    return { kind: 'field', name: named.name, title: named.title, required: false, markdown: false }
  }

  /** An existing question that fits this column, if any. */
  ask(profile: ColumnProfile, named: Named = this.#named(profile)): ColumnUse {
    const guessed = questionTypeOf(profile)
    const type = guessed === 'rating' && !this.#isScale(profile) ? 'label_selection' : guessed
    if (!type || type === 'text') return this.#metadata(profile, 'terms', named)
    if (type === 'span' && this.questions.some(({ settings }) => settings.type === 'span')) return { kind: 'nothing' }
    const { name, title } = named
    this.questions.push({ name, title, description: null, required: true, settings: settingsFor(type, profile, '') })
    return { kind: 'suggestion', question: name }
  }

  /** Whether whole numbers are steps of a scale, not names of classes. */
  #isScale(profile: ColumnProfile): boolean {
    if (isLabelName(baseOf(profile.name))) return false
    return RATING_NAME.test(baseOf(profile.name)) || profile.max > 1 || !hasOwnScore(profile, this.#file.columns)
  }

  #list(profile: ColumnProfile): ColumnUse {
    return profile.items ? this.#metadata(profile, 'terms') : { kind: 'nothing' }
  }

  #metadata(profile: ColumnProfile, type: 'terms' | 'integer' | 'float', named = this.#named(profile)): ColumnUse {
    return { kind: 'metadata', name: named.name, title: named.title, type, visible: true }
  }

  #vector(profile: ColumnProfile, dimensions: number, base: string): ColumnUse {
    const fits = dimensions >= MIN_VECTOR || VECTOR_NAME.test(base)
    if (!fits || this.#vectors >= LIMITS.vectorsPerDataset) return { kind: 'nothing' }
    this.#vectors += 1
    return { kind: 'vector', ...this.#named(profile), dimensions }
  }

  #named(profile: ColumnProfile): Named {
    const name = itemNameFor(profile.name, this.#names)
    this.#names.add(name)
    return { name, title: titleFor(profile.name) }
  }
}

/** A dataset needs a text: when no column looks like one, take the column with the longest values. */
function withField(columns: readonly ColumnPlan[], file: FileProfile, guesser: Guesser): ColumnPlan[] {
  if (columns.some(({ use }) => use.kind === 'field')) return [...columns]
  const candidates = file.columns.map((profile, index) => ({ profile, index, kind: columns[index]?.use.kind }))
  const longest = candidates
    .filter(({ profile, kind }) => profile.filled > 0 && (kind === 'metadata' || kind === 'nothing'))
    .sort((a, b) => b.profile.totalLength / b.profile.filled - a.profile.totalLength / a.profile.filled)[0]
  const chosen = longest ?? candidates.find(({ profile }) => profile.filled > 0)
  if (!chosen) return [...columns]
  return columns.map((column, index) => {
    if (index !== chosen.index) return column
    const named = 'name' in column.use ? column.use : undefined
    return { ...column, use: guesser.field(chosen.profile, named) }
  })
}

/** A dataset should have a question: when no column is named like labels, one may look like them, with agent and score columns. */
function withLabels(columns: readonly ColumnPlan[], file: FileProfile, guesser: Guesser): ColumnPlan[] {
  const at = findLabels(columns, file.columns)
  const profile = file.columns[at]
  if (!profile) return [...columns]
  const asked = columns.map((column, index) => {
    if (index !== at || !('name' in column.use)) return column
    return { ...column, use: guesser.ask(profile, column.use) }
  })
  const grown = withCompanions(asked, guesser.questions, file.columns)
  return asked.map((column, index) => (column.use.kind === 'metadata' ? (grown[index] ?? column) : column))
}

/** A field filled in every row is required; at least the first one. */
function withRequired(columns: readonly ColumnPlan[], file: FileProfile): ColumnPlan[] {
  const isFull = (index: number) => file.columns[index]?.filled === file.rows
  const fields = columns.flatMap(({ use }, index) => (use.kind === 'field' ? [index] : []))
  const anyFull = fields.some(isFull)
  return columns.map((column, index) => {
    if (column.use.kind !== 'field') return column
    const required = isFull(index) || (!anyFull && index === fields[0])
    return { ...column, use: { ...column.use, required } }
  })
}
