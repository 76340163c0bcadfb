import { z } from 'zod'
import { LIMITS } from '../limits'
import { bool, fail, float, int, list, quick, text, valueError } from '../shapes'
import { agentsBody, agentsInput, byName, LabelName, recordBody, recordInput, Score } from './record-parts'

/** Input also accepts `class_label` instead of `class`, so that stored documents, as returned by the scan, can be logged again. */
const ClassScore = z.preprocess(
  (input) => {
    if (typeof input !== 'object' || input === null || 'class' in input || !('class_label' in input)) return input
    return { ...input, class: input.class_label }
  },
  z.object({ class: LabelName, score: Score }),
)

/** A text of a record, with the same maximum length as in feedback records. */
const RecordText = text({ max: LIMITS.textLength })
/** A non-empty list of texts that satisfy every rule of `RecordText`. */
function isPlainTexts(input: unknown): boolean {
  const isRight = (text: unknown) =>
    typeof text === 'string' && text.length <= LIMITS.textLength && !text.includes('\0')
  return Array.isArray(input) && input.length > 0 && input.every(isRight)
}

const Texts = z.union([z.array(RecordText), RecordText])

export const TextClassificationInput = z.object({
  ...recordInput,
  inputs: byName(Texts),
  multi_label: bool().nullish(),
  explanation: z
    .record(z.string(), z.array(z.object({ token: text(), attributions: z.record(z.string(), float()) })))
    .nullish(),
  ...agentsInput({ labels: z.array(ClassScore) }),
})
export type TextClassificationInput = z.output<typeof TextClassificationInput>

const EntityInput = z
  .object({ start: int({ ge: 0 }), end: int({ ge: 0 }), label: LabelName, score: Score })
  .superRefine((entity, ctx) => {
    if (entity.end <= entity.start)
      fail(ctx, valueError('End character cannot be placed before the starting character'), { path: ['end'] })
  })

const RawTokenClassification = z.object({
  ...recordInput,
  text: RecordText.superRefine((value, ctx) => {
    if (value.trim() === '') fail(ctx, valueError('No text or empty text provided'))
  }),
  tokens: quick(list(RecordText, { min: 1 }), isPlainTexts),
  ...agentsInput({ entities: z.array(EntityInput).default([]), score: float({ ge: 0, le: 1 }).nullish() }),
})

/** `raw_text`, an older name, is used if there is no `text`. */
export const TokenClassificationInput = z.preprocess((input) => {
  if (typeof input !== 'object' || input === null || !('raw_text' in input)) return input
  const given = 'text' in input ? input.text : undefined
  return given === undefined || given === null ? { ...input, text: input.raw_text } : input
}, RawTokenClassification)
export type TokenClassificationInput = z.output<typeof RawTokenClassification>

export const Text2TextInput = z.object({
  ...recordInput,
  text: RecordText,
  ...agentsInput({ sentences: z.array(z.object({ text: RecordText, score: Score })) }),
})
export type Text2TextInput = z.output<typeof Text2TextInput>

/** The records of each task as searches return them (classic-api §4.2). */
export const TextClassificationBody = z.object({
  ...recordBody,
  inputs: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  multi_label: z.boolean(),
  explanation: z
    .record(z.string(), z.array(z.object({ token: z.string(), attributions: z.record(z.string(), z.number()) })))
    .nullish(),
  ...agentsBody({ labels: z.array(z.object({ class: z.string(), score: z.number() })) }),
})
export type TextClassificationBody = z.output<typeof TextClassificationBody>

const EntityBody = z.object({ start: z.number(), end: z.number(), label: z.string(), score: z.number() })
export const TokenClassificationBody = z.object({
  ...recordBody,
  text: z.string(),
  tokens: z.array(z.string()),
  ...agentsBody({ entities: z.array(EntityBody), score: z.number().nullish() }),
})
export type TokenClassificationBody = z.output<typeof TokenClassificationBody>

export const Text2TextBody = z.object({
  ...recordBody,
  text: z.string(),
  ...agentsBody({ sentences: z.array(z.object({ text: z.string(), score: z.number() })) }),
})
export type Text2TextBody = z.output<typeof Text2TextBody>

/** A record of any of the three tasks, as in replies. */
export const AnyRecordBody = z.union([TextClassificationBody, TokenClassificationBody, Text2TextBody])
export type AnyRecordBody = z.output<typeof AnyRecordBody>
export type AnyRecordInput = TextClassificationInput | TokenClassificationInput | Text2TextInput
