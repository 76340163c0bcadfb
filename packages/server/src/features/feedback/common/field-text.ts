import type { FieldValues } from '@postil/contract/feedback/record-parts'
import type { FieldText } from '@postil/domain/answers/asked-question'

/** The texts of a record's fields, as the rules for spans ask for them. */
export function fieldTextOf(fields: FieldValues): FieldText {
  return (field) => (Object.hasOwn(fields, field) ? fields[field] : undefined)
}

/** The same of stored fields: parsed when a span question asks, and only once. */
export function storedFieldText(text: string): FieldText {
  let parsed: FieldText | undefined
  return (field) => {
    parsed ??= fieldTextOf(JSON.parse(text))
    return parsed(field)
  }
}
