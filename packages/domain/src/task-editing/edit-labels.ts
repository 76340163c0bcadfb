/** Why labels could not be read or changed (spec section 8). */
export type LabelErrorCode = 'LABEL_SCHEMA_IS_EMPTY' | 'NOT_ALLOWED_TO_UPDATE_LABELS' | 'LABEL_ALREADY_EXIST'

/** Labels could not be read or changed; callers tell the reasons apart by `code`. */
export class LabelError extends Error {
  override name = 'LabelError'

  constructor(
    readonly code: LabelErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

/**
 * Parse the labels that a user typed: one per line, or several on a line when each is quoted as in CSV (`"a", "b, c"`; quotes inside are
 * doubled).
 *
 * @returns the trimmed labels in the order typed, without blanks and duplicates
 */
export function parseLabels(typed: string): string[] {
  const texts = typed.split(/\r?\n/).flatMap((line) => quotedLabels(line.trim()) ?? [line])
  return [...new Set(texts.map((text) => text.trim()).filter((text) => text !== ''))]
}

/** The labels of a line that consists of quoted labels only; undefined for any other line, which is a single label. */
function quotedLabels(line: string): string[] | undefined {
  if (!/^"(?:[^"]|"")*"(?:\s*,\s*"(?:[^"]|"")*")*$/.test(line)) return undefined
  return [...line.matchAll(/"((?:[^"]|"")*)"/g)].map(([, text = '']) => text.replaceAll('""', '"'))
}

/**
 * The label list with added labels at its end.
 *
 * @param saved - names of the label schema; empty when there is none
 * @param shown - labels on the screen: without a schema, those of the data, which are saved along with the added ones
 * @throws LabelError LABEL_ALREADY_EXIST when both lists contain all added labels already
 */
export function withAddedLabels(
  saved: readonly string[],
  shown: readonly string[],
  added: readonly string[],
): string[] {
  if (added.every((text) => saved.includes(text) && shown.includes(text)))
    throw new LabelError('LABEL_ALREADY_EXIST', `The labels "${added.join(', ')}" already exist in the list of labels.`)
  return [...new Set([...(saved.length > 0 ? saved : shown), ...added])]
}

/**
 * The saved labels in a new order. Labels that another user added meanwhile come last; labels that are no longer saved are dropped.
 *
 * @param saved - names of the label schema as it is now
 * @param order - names in the order wanted
 */
export function withOrder(saved: readonly string[], order: readonly string[]): string[] {
  return [...order.filter((text) => saved.includes(text)), ...saved.filter((text) => !order.includes(text))]
}
