import type { FieldValues } from '@postil/contract/feedback/record-parts'
import { pyRepr } from '@postil/contract/python-text'

export interface ConfiguredField {
  name: string
  required: boolean
}

/**
 * Whether a record has a text for every required field and none for fields that are not configured (feedback-api §3.4).
 *
 * @returns the message of the first broken rule, as in the API, or undefined
 */
export function checkFields(configured: readonly ConfiguredField[], values: FieldValues): string | undefined {
  const missing = configured.find(
    ({ name, required }) => required && (!Object.hasOwn(values, name) || values[name] === null),
  )
  if (missing) return `missing required value for field: ${pyRepr(missing.name)}`
  const unknown = Object.keys(values).filter((name) => !configured.some((field) => field.name === name))
  if (unknown.length > 0) return `found fields values for non configured fields: ${pyRepr(unknown)}`
  return undefined
}
