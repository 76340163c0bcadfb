import type { FieldValues } from '@postil/contract/feedback/record-parts'
import type { FieldText } from '@postil/domain/answers/asked-question'

/** Look up the texts of a record's fields, for the validation of spans. */
export function fieldTextOf(fields: FieldValues): FieldText {
  return (field) => (Object.hasOwn(fields, field) ? fields[field] : undefined)
}

/** Look up the texts of stored fields (JSON text), which are parsed at most once, and only for span questions. */
export function storedFieldText(text: string): FieldText {
  let parsed: FieldText | undefined
  return (field) => {
    parsed ??= fieldTextOf(JSON.parse(text))
    return parsed(field)
  }
}
